/** A log as pasted, dropped or chosen → its reading, told in sentences. */

import { thousands, usd } from "../../components/format.ts";
import {
  type LogReading,
  MAX_LOG_CHARACTERS,
  readLog,
} from "../../pages/calculator/usage-log/read-log.ts";
import { element, getElement } from "../dom.ts";

/** Whatever one writes in a log, it does not know these. */
const LEFT_OUT =
  "The log's own model is not asked for: the same tokens are priced everywhere. Not in the cost: tools, images and sound, batch discounts, prices above a prompt size, minimum charges.";

/** @param onChange Called with null when there is no log. */
export function openLogBox(onChange: (reading: LogReading | null) => void): void {
  const text = getElement("#log-text", HTMLTextAreaElement);
  const file = getElement("#log-file", HTMLInputElement);
  const told = getElement("#reading", HTMLElement);

  const take = (log: string): void => {
    if (log.trim() === "") {
      told.replaceChildren();
      onChange(null);
      return;
    }
    const reading = readLog(log);
    told.replaceChildren(...sentences(reading));
    onChange(reading.entries > 0 ? reading : null);
  };
  const open = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    const isLarge = chosen.size > 2 * MAX_LOG_CHARACTERS;
    text.value = "";
    if (isLarge) {
      told.replaceChildren(
        element(
          "p",
          {},
          `${chosen.name} is larger than ${thousands(2 * MAX_LOG_CHARACTERS)} bytes. Choose a part of it, or its sums by day.`,
        ),
      );
      onChange(null);
    } else take((await chosen.text()) || " ");
    if (!isLarge && chosen.size === 0) told.replaceChildren(element("p", {}, "The file is empty."));
  };
  text.addEventListener("input", () => take(text.value));
  file.addEventListener("change", () => void open(file.files?.[0]));
  text.addEventListener("dragover", (event) => {
    event.preventDefault();
    text.classList.add("over");
  });
  text.addEventListener("dragleave", () => text.classList.remove("over"));
  text.addEventListener("drop", (event) => {
    const dropped = event.dataTransfer?.files[0];
    text.classList.remove("over");
    if (!dropped) return;
    event.preventDefault();
    void open(dropped);
  });
  getElement("#forget", HTMLButtonElement).addEventListener("click", () => {
    text.value = "";
    file.value = "";
    take("");
  });
}

function sentences({ entries, requests, usage, spend, unread }: LogReading): HTMLElement[] {
  const list = element("ul", {}, ...unread.map((sentence) => element("li", {}, sentence)));
  if (entries === 0) return [list];
  const said = [
    `Read ${thousands(entries)} ${entries === 1 ? "entry" : "entries"}`,
    requests === null ? "" : ` of ${thousands(requests)} requests`,
    `: ${thousands(usage.input)} tokens in, ${thousands(usage.cache_read)} read from a cache, ${thousands(usage.cache_write)} written to it, ${thousands(usage.output)} out.`,
    spend === null ? "" : ` By its own account it cost ${usd(spend)}.`,
  ];
  return [
    element("p", {}, said.join("")),
    ...(unread.length > 0 ? [list] : []),
    element("p", { class: "note" }, LEFT_OUT),
  ];
}
