/** Which letters a word has, a bit each: what differs in more letters than typing errors explain needs no closer look. */

/** Letters of other scripts by their code: several share a bit. */
export function lettersOf(word: string): number {
  let set = 0;
  for (let at = 0; at < word.length; at++) set |= 1 << (word.charCodeAt(at) & 31);
  return set;
}

/** An error changes at most two letters of the set. */
export const mayBeWithin = (errors: number, letters: number, own: number): boolean =>
  bits(letters ^ own) <= 2 * errors;

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}
