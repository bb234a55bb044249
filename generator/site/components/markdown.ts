/** Pages as Markdown, for readers that are programs: the same texts and tables, absolute addresses. */

/** Where a page has its twin: `/own-tests/world-map.md`, `/own-tests.md` for `/own-tests/`. */
export const toMarkdownPath = (path: string): string => `${path.replace(/\/$/, "")}.md`;

/** Blocks with an empty line between them; false and null leave nothing. */
export const toMarkdown = (blocks: readonly (string | false | null)[]): string =>
  `${blocks.filter((block) => block !== false && block !== null && block !== "").join("\n\n")}\n`;

export const markdownTable = (head: readonly string[], rows: readonly (readonly unknown[])[]) =>
  [head, head.map(() => "---"), ...rows].map(toRow).join("\n");

const toRow = (cells: readonly unknown[]): string =>
  `| ${cells.map((cell) => String(cell).replace(/[|\\]/g, "\\$&").replace(/\n/g, " ")).join(" | ")} |`;
