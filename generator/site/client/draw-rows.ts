/** Rows of a table a few at a time, so that the page answers in between. */

/** Those of a first screen. */
const SLICE = 10;

/** Body → how often rows were asked for: a later call ends an earlier one. */
const calls = new WeakMap<HTMLTableSectionElement, number>();

/** @param then Called once all rows stand; not when another call came in between. */
export function drawRows<T>(
  body: HTMLTableSectionElement,
  items: readonly T[],
  toRow: (item: T, index: number) => HTMLTableRowElement,
  then: () => void = () => {},
): void {
  const call = (calls.get(body) ?? 0) + 1;
  calls.set(body, call);
  body.setAttribute("aria-busy", "true");
  const drawFrom = (start: number): void => {
    if (calls.get(body) !== call) return;
    const next = items.slice(start, start + SLICE);
    body.append(...next.map((item, index) => toRow(item, start + index)));
    if (start + SLICE < items.length) window.setTimeout(() => drawFrom(start + SLICE));
    else finish();
  };
  const finish = (): void => {
    body.removeAttribute("aria-busy");
    then();
  };
  drawFrom(0);
}
