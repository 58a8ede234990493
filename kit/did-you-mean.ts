/** Edits (insert, delete, replace) from one word to another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Words further apart than this are not each other's slip. */
const MOST_EDITS = 2;

/** The known word a text was probably meant to be (at most two edits, and fewer than half of it); null where none is near. */
export function closest(text: string, known: readonly string[]): string | null {
  const ranked = known
    .filter((word) => Math.abs(word.length - text.length) <= MOST_EDITS) // as many edits at least as lengths differ
    .map((word) => ({ word, edits: distance(text.toLowerCase(), word) }))
    .filter(({ word, edits }) => edits <= MOST_EDITS && edits * 2 < word.length)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.word ?? null;
}
