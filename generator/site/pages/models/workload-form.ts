/** The workload fields on the models page and in the calculator. */
import { SERVICE_TIERS } from "../../../../build/cost/rates.ts";
import { MODELS_PAGE_PATH } from "../../components/addresses.ts";
import { EXAMPLE_WORKLOADS, renderWorkloadChip } from "../../components/chips.ts";
import { type Html, html } from "../../components/html.ts";
import { HOST_KIND_LABELS } from "../../components/offers.ts";
import { renderSelectOptions } from "../../components/parts.ts";
import { formatWorkload, toWorkloadForm, type Workload } from "./workload.ts";

interface WorkloadBar {
  /** Workload of the calculator, whose form is open. */
  workload?: Workload;
  hasLog?: boolean;
}

/** Chips with example workloads, and buttons for the reader's own. Examples are queries of the current page. */
export const workloadBar = ({
  workload,
  hasLog = false,
}: WorkloadBar): Html => html`<div class="needs needs-script" role="group" aria-label="Workload"><span class="label">Workload</span>
<div class="chips">${EXAMPLE_WORKLOADS.map(({ name, query }) => html`<a class="button" data-workload href="?${query}">${name}</a>\n`)}<button type="button" data-panel="own-workload" aria-expanded="${String(workload !== undefined)}">Own numbers</button>
${hasLog && html`<button type="button" data-panel="log" aria-expanded="false">Usage log</button>`}
<span id="workload" class="note">${renderWorkloadChip(workload && formatWorkload(workload), MODELS_PAGE_PATH)}</span></div>
</div>`;

const select = (name: string, label: string, ...choices: (readonly [string, string])[]): Html =>
  html`<label>${label}<select name="${name}">${renderSelectOptions(choices)}</select></label>
`;

/**
 * Form for the monthly totals of a workload, which a script adds to pages other than the calculator.
 * @param workload Initial values; if given, the form is open.
 */
export function workloadForm(workload?: Workload): Html {
  const values = workload && toWorkloadForm(workload);
  const value = (name: string) => values && html` value="${values[name] ?? ""}"`;
  const tokens = (name: string, label: string, placeholder: string): Html =>
    html`<label data-by="tokens">${label}<input name="${name}" inputmode="decimal" autocomplete="off" placeholder="${placeholder}"${value(name)}></label>
`;
  return html`<form id="own-workload" class="panel needs-script" aria-label="Workload a month"${!workload && html` hidden`}>
<div class="fields first">${tokens("input", "Input tokens a month", "40M")}${tokens("output", "Output tokens a month", "8M")}${tokens("cached", "% of input from cache", "0")}<label data-by="things" hidden>How many a month<input name="count" inputmode="decimal" autocomplete="off"></label>
${workload && html`<button type="button" data-panel="log" aria-expanded="false">Paste a usage log</button>`}</div>
<details><summary>More<span class="wide-only">: cache writes, service tier, host type, images</span></summary><div class="fields">
<label>Requests a month<input name="requests" inputmode="decimal" autocomplete="off" placeholder="10k tokens each"${value("requests")}></label>
${tokens("written", "% of the input written to cache", "0")}<label data-by="tokens">kept for<select name="ttl"><option value="5m">5 minutes</option><option value="1h">1 hour</option></select></label>
${select("service_tier", "Service tier", ["", "Host’s default"], ...SERVICE_TIERS.map((tier) => [tier, tier] as const))}${select("host_kind", "Host type", ["", "Any host"], ...(["lab", "cloud", "inference", "router"] as const).map((kind) => [kind, HOST_KIND_LABELS[kind]] as const))}
${select("by", "Priced by", ["tokens", "Tokens"], ["image", "Images"], ["minute", "Minutes of audio"], ["second", "Seconds of video"], ["character", "Characters of speech"], ["pages", "Pages"], ["search", "Searches"])}</div></details>
<p id="workload-message" class="note" role="status"></p>
</form>
`;
}
