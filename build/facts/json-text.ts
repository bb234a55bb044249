/**
 * What a terminal would obey (C1 controls), what turns the letters around it around, and what ends a line for some
 * readers only. Texts of strangers hold them: names, recorded answers.
 */
const DECEIVING = /[\u007f-\u009f\p{Bidi_C}\u2028\u2029\ufeff]/gu;

/** JSON in which such characters stand as escapes; to a parser it says the same. @param space As of JSON.stringify. */
export const toJsonText = (value: unknown, space?: number): string =>
  JSON.stringify(value, null, space).replace(
    DECEIVING,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
