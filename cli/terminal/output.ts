import pc from 'picocolors';

export type Colors = ReturnType<typeof pc.createColors>;

/** Colours only where a person looks: a terminal, and neither NO_COLOR nor a dumb one. */
function colorsFor(stream: NodeJS.WriteStream): Colors {
  const plain = !stream.isTTY || process.env.NO_COLOR !== undefined || process.env.TERM === 'dumb';
  return pc.createColors(!plain);
}

/** Results go to standard output, everything said about them to standard error. */
export const out = colorsFor(process.stdout);
export const err = colorsFor(process.stderr);

/** Text from elsewhere with its control characters taken out, so that no app's name can drive the terminal. */
export function harmless(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

/** Writes a line of the result. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a remark that is not part of the result. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Columns as wide as their widest cell; an empty list reports it on standard error. */
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

/** Names and values, one a line, the values aligned. */
export function printFields(fields: Readonly<Record<string, string | undefined>>): void {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) print(`${out.dim(name.padEnd(width))}  ${harmless(value)}`);
  }
}
