/** Code-point order, the same on every machine: no locale. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
