const bytes = (text: string) => Buffer.byteLength(text);

/**
 * ASCII only: a single wider character would make the engine store the whole response with two bytes per
 * character.
 */
const CUT = '...';

/** Shortens text to at most `most` bytes at a word boundary, with an ellipsis if anything is cut. */
export function cutText(text: string, most: number): string {
  if (bytes(text) <= most) return text;
  const room = most - CUT.length;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(room));
  const cut = text.slice(0, read);
  return `${cut.replace(/\s+\S*$/, '').trimEnd() || cut}${CUT}`;
}

/** Returns the first entries that fit into `most` bytes as JSON. */
export function cutList<T>(entries: readonly T[], most: number): readonly T[] {
  let left = most;
  const end = entries.findIndex((entry) => {
    left -= bytes(JSON.stringify(entry)) + 1;
    return left < 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}
