import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

/** Enables colours only for people: on a terminal, without NO_COLOR, and not on a dumb terminal. */
function colorsFor(stream: NodeJS.WriteStream): Colors {
  const plain = !stream.isTTY || process.env.NO_COLOR !== undefined || process.env.TERM === 'dumb';
  return pc.createColors(!plain);
}

/** Results go to standard output, all remarks to standard error. */
export const out = colorsFor(process.stdout);
export const err = colorsFor(process.stderr);

/** Removes control characters from external text, so that an app's name can't control the terminal. */
export function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

/** Formats the API's time for a table: `2027-01-31 09:00:00`, in UTC. */
export const timeOf = (instant: string): string => instant.slice(0, 19).replace('T', ' ');

/** Writes a result line. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a remark that isn't part of the result. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Prints a table with columns as wide as their widest cell; reports an empty list on standard error. */
export function printTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  empty: string,
): void {
  if (rows.length === 0) remark(empty);
  if (rows.length === 0) return;
  const lines = [head, ...rows].map((line) => line.map(harmless));
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const [index, line] of lines.entries()) {
    const cells = line.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    const text = cells.join('  ').trimEnd();
    print(index === 0 ? out.dim(text) : text);
  }
}

/** Prints names and aligned values, one per line. */
export function printFields(fields: Readonly<Record<string, string | undefined>>): void {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) print(`${out.dim(name.padEnd(width))}  ${harmless(value)}`);
  }
}
