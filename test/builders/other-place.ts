/** Another machine: its clock, its time zone, its language. */

/** Puts a clock that is off by so many days into a Node process before its program. */
const clockOff = (days: number): string => {
  const program = `
    const Real = Date;
    const off = ${days * 86_400_000};
    globalThis.Date = class extends Real {
      constructor(...args) { args.length === 0 ? super(Real.now() + off) : super(...args); }
      static now() { return Real.now() + off; }
    };`;
  return `--import data:text/javascript,${encodeURIComponent(program)}`;
};

/** Where i has a dot in capitals, a comma parts decimals, and the day is another one. */
export const ELSEWHERE = {
  ...{ LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Pacific/Kiritimati" },
  NODE_OPTIONS: clockOff(400),
};
