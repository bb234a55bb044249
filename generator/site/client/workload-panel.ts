/** The panel for a workload in numbers, which never leave the browser. */
import {
  type AmountPerRequest,
  estimateRequestsFromMonthlyTotal,
  parsePercent,
  parseShortCount,
  parseWorkloadQuery,
  toAmountPerRequest,
  toCountPerRequest,
  toWorkloadForm,
  type Workload,
} from "../pages/models/workload.ts";
import { workloadForm } from "../pages/models/workload-form.ts";
import { getRequiredElement, htmlToDom } from "./dom.ts";

// Only the calculator contains the form, which is open there.
if (document.querySelector("#own-workload") === null)
  document.querySelector(".needs:has([data-panel])")?.after(htmlToDom(workloadForm()));
const form = getRequiredElement("#own-workload", HTMLFormElement);

export const isWorkloadFormFocused = (): boolean => form.contains(document.activeElement);

export function togglePanel(id: string, isOpen?: boolean): void {
  const panel = getRequiredElement(`#${id}`, HTMLElement);
  panel.hidden = !(isOpen ?? panel.hidden);
  for (const button of document.querySelectorAll(`[data-panel="${id}"]`))
    button.setAttribute("aria-expanded", String(!panel.hidden));
  if (!panel.hidden) panel.querySelector<HTMLElement>("input, textarea")?.focus();
}

export function listenToWorkloadForm(takeWorkload: (workload: Workload | undefined) => void): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-panel]") : null;
    if (button?.dataset.panel !== undefined) togglePanel(button.dataset.panel);
  });
  form.addEventListener("input", ({ target }) => {
    if (target === field("requests")) hasTypedRequests = field("requests").value.trim() !== "";
    showFields();
    ownWorkload = readForm();
    takeWorkload(ownWorkload);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
}

const field = (name: string) =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
/** Texts that could not be parsed in the current reading. */
let unread: string[] = [];
const readField = (name: string, parse: (text: string) => number | undefined): number => {
  const text = field(name).value.trim();
  const value = parse(text);
  if (value === undefined && text !== "") unread.push(text);
  return value ?? 0;
};
const countIn = (name: string): number => readField(name, parseShortCount);

/** A typed number of requests is kept. Otherwise it follows the totals, and each request keeps its size. */
let hasTypedRequests = false;
let size: AmountPerRequest | undefined;
let isSizeAssumed = true;
/** The workload when the form was last read. */
let ownWorkload: Workload | undefined;

function showFields(): void {
  const isByTokens = field("by").value === "tokens";
  for (const label of form.querySelectorAll<HTMLElement>("[data-by]"))
    label.hidden = (label.dataset.by === "tokens") !== isByTokens;
}

/** Converts monthly totals into equal requests. */
function readForm(): Workload | undefined {
  unread = [];
  const by = field("by").value;
  const isByTokens = by === "tokens";
  const [input, output] = isByTokens ? [countIn("input"), countIn("output")] : [0, 0];
  const things = isByTokens ? 0 : countIn("count");
  const usual = estimateRequestsFromMonthlyTotal(isByTokens ? input : things, by, size);
  const typed = hasTypedRequests && countIn("requests");
  const requests = typed || usual;
  if (!hasTypedRequests && document.activeElement !== field("requests"))
    field("requests").value = String(requests);
  const ofEach = (total: number): string => toCountPerRequest(total, requests);
  const shareOf = (name: string): number => Math.min(100, readField(name, parsePercent)) / 100;
  const [cached, written] = isByTokens ? [shareOf("cached"), shareOf("written")] : [0, 0];
  getRequiredElement("#workload-message", HTMLElement).textContent =
    unread.length > 0 ? `Not a number: ${unread.join(", ")}. Write 40M, 1.5k or 200,000.` : "";
  const counts = isByTokens
    ? {
        input: ofEach(input * Math.max(0, 1 - cached - written)),
        cached: ofEach(input * cached),
        [`cache_write_${field("ttl").value}`]: ofEach(input * written),
        output: ofEach(output),
      }
    : { [by]: ofEach(things) };
  return parseWorkloadQuery(
    new URLSearchParams({
      ...counts,
      requests: String(requests),
      service_tier: field("service_tier").value,
      host_kind: field("host_kind").value,
      assumed: isByTokens && !typed && isSizeAssumed ? "requests" : "",
    }),
  );
}

/** @param workload A workload from a URL or a button. */
export function fillWorkloadForm(workload: Workload): void {
  const isOwn = JSON.stringify(workload) === JSON.stringify(ownWorkload);
  if (!isOwn) {
    size = toAmountPerRequest(workload);
    isSizeAssumed = workload.is_size_assumed;
    hasTypedRequests = false;
  }
  for (const [name, value] of Object.entries(toWorkloadForm(workload))) field(name).value = value;
  showFields();
}
