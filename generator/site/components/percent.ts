/** `-12.5` → `−12.5 %`. */
export function percentText(percent: number): string {
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "";
  const size = Math.abs(percent);
  return `${sign}${size >= 10 ? Math.round(size) : size} %`;
}
