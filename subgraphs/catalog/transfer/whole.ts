/** Removes null, undefined and empty lists. */
export function whole<T>(
  fields: { readonly [K in keyof T]?: T[K] | null | undefined | readonly unknown[] },
): T {
  const filled = Object.entries(fields).filter(
    ([, value]) => value != null && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(filled) as T; // every removed field is optional in its definition
}
