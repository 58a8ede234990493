/** Sorts rows by creation: the API lists recent changes last, but people expect rows to stay in place. */
export const inOrderMade = <Row extends { readonly id: string }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => Number(one.id) - Number(other.id));
