const NEWLINE = 0x0a;

/** Whether a text of lines, each with its newline and all sorted by their bytes, has that line: found by halves, nothing is copied. */
export function hasLine(sorted: Buffer, line: string): boolean {
  const wanted = Buffer.from(line);
  // Both are where lines begin.
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === low ? low : Math.max(low, sorted.lastIndexOf(NEWLINE, middle - 1) + 1);
    const end = sorted.indexOf(NEWLINE, start);
    const order = wanted.compare(sorted, start, end);
    if (order === 0) return true;
    if (order < 0) high = start;
    else low = end + 1;
  }
  return false;
}
