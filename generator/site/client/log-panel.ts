/** The panel for a usage log. The log never leaves the browser. */
import { formatWithCommas } from "../components/html.ts";
import { getRequiredElement } from "./dom.ts";
import { togglePanel } from "./workload-panel.ts";

/** Larger logs make the browser hang. */
const MAX_LOG_BYTES = 40_000_000;
const log = getRequiredElement("#log", HTMLElement);
const text = getRequiredElement("textarea", HTMLTextAreaElement, log);
const file = getRequiredElement("input", HTMLInputElement, log);
const result = getRequiredElement("#log-result", HTMLElement);
const message = getRequiredElement("#log-message", HTMLElement);

/** Shows text in the result area. @param content The costs; "" when there is no result yet. */
export function showUsageLogResult(sentence: string, content: Node | "" = ""): void {
  result.hidden = false;
  message.textContent = sentence;
  getRequiredElement("div", HTMLElement, result).replaceChildren(content);
}
export const hideUsageLogResult = (): void => {
  result.hidden = true;
};

/** @param takeLog Receives the text of a log; "" when the log is removed. */
export function listenToLogPanel(takeLog: (text: string) => void): void {
  const open = async (given: File | undefined): Promise<void> => {
    if (!given) return;
    togglePanel("log", true);
    text.value = "";
    if (given.size > MAX_LOG_BYTES)
      showUsageLogResult(
        `${given.name} is larger than ${formatWithCommas(MAX_LOG_BYTES)} bytes. Use a part of the log, or daily totals.`,
      );
    else if (given.size === 0) showUsageLogResult("The file is empty.");
    else takeLog(await given.text());
  };
  text.addEventListener("input", () => takeLog(text.value));
  file.addEventListener("change", () => void open(file.files?.[0]));
  getRequiredElement("button", HTMLButtonElement, log).addEventListener("click", () => {
    text.value = file.value = "";
    takeLog("");
  });
  const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;
  document.addEventListener("dragover", (event) => {
    if (hasFile(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    void open(event.dataTransfer?.files[0]);
  });
}
