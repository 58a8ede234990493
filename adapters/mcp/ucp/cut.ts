const bytes = (text: string) => Buffer.byteLength(text);

/** Plain ASCII: one wider character would make the engine keep a whole answer in two bytes a character. */
const CUT = '...';

/** The beginning of a text in at most so many bytes, whole words of it, with an ellipsis where it is cut. */
export function cutText(text: string, most: number): string {
  if (bytes(text) <= most) return text;
  const room = most - CUT.length;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(room));
  const cut = text.slice(0, read);
  return `${cut.replace(/\s+\S*$/, '').trimEnd() || cut}${CUT}`;
}

/** The first entries that are together at most so many bytes as JSON. */
export function cutList<T>(entries: readonly T[], most: number): readonly T[] {
  let left = most;
  const end = entries.findIndex((entry) => {
    left -= bytes(JSON.stringify(entry)) + 1;
    return left < 0;
  });
  return end === -1 ? entries : entries.slice(0, end);
}
