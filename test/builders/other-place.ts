/** A module that makes every process believe it is 2040 and that every random number is the same. */
const OTHER_WORLD = `
  const now = Date.UTC(2040, 1, 29);
  globalThis.Date = class extends Date {
    constructor(...given) { given.length === 0 ? super(now) : super(...given); }
    static now() { return now; }
  };
  Math.random = () => 0.5;`;

/** That clock, a Turkish locale (dotted capital İ, decimal comma) and another time zone. */
export const FOREIGN_LOCALE_ENVIRONMENT = {
  LC_ALL: "tr_TR.UTF-8",
  LANG: "tr_TR.UTF-8",
  TZ: "Pacific/Kiritimati",
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(OTHER_WORLD)}`,
};
