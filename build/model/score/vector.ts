/** Numbers by their place: as `getAt`, but of one kind of list each, which saves a fifth of the time of a fit. */

/** @throws RangeError past the end: the place was computed wrongly. */
export function at(vector: Float64Array, place: number): number {
  const value = vector[place];
  if (value === undefined) throw new RangeError(`no place ${place} among ${vector.length} numbers`);
  return value;
}

/** Of a list of places. */
export function placeAt(places: Int32Array, index: number): number {
  const place = places[index];
  if (place === undefined) throw new RangeError(`no index ${index} among ${places.length} places`);
  return place;
}

export function add(vector: Float64Array, place: number, amount: number): void {
  vector[place] = at(vector, place) + amount;
}
