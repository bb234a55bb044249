/** One form for spellings that mean the same: case, accents of Latin letters, apostrophes. */
export const fold = (text: string): string =>
  text
    .toWellFormed()
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f'’‘ʻʼ`´]/g, "")
    .normalize("NFC");

/** Folded words of letters, marks and digits, with one space between them. */
export const foldWords = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();
