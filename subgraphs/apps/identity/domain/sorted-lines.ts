const NEWLINE = 0x0a;

/**
 * True if the text contains the line. Every line ends in a newline, and lines are sorted by bytes; binary
 * search without copying.
 */
export function hasLine(sorted: Buffer, line: string): boolean {
  const wanted = Buffer.from(line);
  // Both always point to the start of a line.
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
