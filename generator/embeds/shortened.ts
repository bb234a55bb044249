const MAX_LENGTH = 40;

/** A name that leaves room for the figures. */
export const shortened = (name: string): string => {
  const letters = [...name];
  return letters.length <= MAX_LENGTH ? name : `${letters.slice(0, MAX_LENGTH - 1).join("")}…`;
};
