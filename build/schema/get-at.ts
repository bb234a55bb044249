/** @throws RangeError when the list has no item there: its index was computed wrongly, or the list is empty. */
export function getAt<T>(list: ArrayLike<T>, index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index} in a list of ${list.length}`);
  return item;
}
