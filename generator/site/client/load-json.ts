/** One of our own files. */

/** @throws Error with a sentence for people. */
export async function loadJson<T>(path: string): Promise<T> {
  const response = await fetch(path).catch(() => {
    throw new Error("the network does not answer");
  });
  if (!response.ok) throw new Error(`the server answers ${response.status}`);
  return (await response.json()) as T;
}
