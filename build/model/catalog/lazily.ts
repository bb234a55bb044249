/** An object whose fields are made at the first look and kept. */
export function lazily<T>(makers: Record<string, () => unknown>): T {
  const made = {};
  for (const [name, make] of Object.entries(makers)) {
    const get = () => {
      const value = make();
      Object.defineProperty(made, name, { value, enumerable: true });
      return value;
    };
    Object.defineProperty(made, name, { get, enumerable: true, configurable: true });
  }
  return made as T;
}

/** Whether a field of such an object was looked at already. */
export const isMade = <T extends object>(lazy: T, name: keyof T): boolean =>
  Object.getOwnPropertyDescriptor(lazy, name)?.get === undefined;
