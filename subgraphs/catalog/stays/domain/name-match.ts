/** Normalizes a text for name comparison: without accents or case, spaces collapsed. */
export function foldName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** True if a search text is part of any of the names; both already folded. An empty text matches every name. */
export function matchesName(foldedQuery: string, ...foldedNames: readonly string[]): boolean {
  return foldedNames.some((name) => name.includes(foldedQuery));
}
