/** A text as names are compared: without accents and case, spaces collapsed. */
export function foldName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** Whether a search text is part of one of the names; both already folded. An empty text matches everything. */
export function matchesName(foldedQuery: string, ...foldedNames: readonly string[]): boolean {
  return foldedNames.some((name) => name.includes(foldedQuery));
}
