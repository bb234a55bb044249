/** Another machine, where i has a dot in capitals, a comma parts decimals, and the day is another one. */

/** A clock that is 400 days fast, put into a Node process before its program. */
const FAST_CLOCK = `
const Real = Date;
const ahead = 400 * 86400000;
globalThis.Date = class extends Real {
  constructor(...args) { args.length === 0 ? super(Real.now() + ahead) : super(...args); }
  static now() { return Real.now() + ahead; }
};`;

export const ELSEWHERE = {
  LC_ALL: "tr_TR.UTF-8",
  LANG: "tr_TR.UTF-8",
  TZ: "Pacific/Kiritimati",
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(FAST_CLOCK)}`,
};
