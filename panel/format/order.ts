/** Rows in the order they were made: the API lists what changed last at the end, and people look for things where they were. */
export const inOrderMade = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => Number(one.id) - Number(other.id));
