import { readFile } from 'node:fs/promises';
import { parse, TomlError } from 'smol-toml';
import { EXIT, Failure } from '../failure.ts';
import { type Segment, type Spans, spanKey, tomlSpans } from './toml-spans.ts';

/** app.toml as text and as parsed values. */
export type AppToml = {
  readonly path: string;
  readonly text: string;
  readonly table: Readonly<Record<string, unknown>>;
  readonly spans: Spans;
};

export type Place = { readonly line: number; readonly column: number };

/** Reads and parses app.toml; an error names its line and column, and the command exits with status 4. */
export async function readAppToml(path: string): Promise<AppToml> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Failure(EXIT.failed, `${path} can't be read: ${error.message}`);
    throw new Failure(EXIT.usage, `There is no ${path}.`, {
      hint: 'Create one with platform init, or give its path with --config <path>.',
    });
  });
  return parseAppToml(path, decode(path, bytes));
}

/** Reads app.toml if it exists; otherwise undefined. */
export async function findAppToml(path: string): Promise<AppToml | undefined> {
  return readAppToml(path).catch((error) => {
    if (error instanceof Failure && error.exitCode === EXIT.usage) return undefined;
    throw error;
  });
}

/** Parses an app.toml; throws a Failure with status 4 that names line and column. */
export function parseAppToml(path: string, text: string): AppToml {
  try {
    return { path, text, table: parse(text), spans: tomlSpans(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = '', ...excerpt] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new Failure(EXIT.invalid, `${path}:${error.line}:${error.column} ${what}`, {
      hint: excerpt.join('\n').replace(/^\n+|\n+$/g, ''),
      cause: error,
    });
  }
}

/** Returns line and column (from 1) of the value at that path, or of the nearest enclosing table in the file. */
export function placeOf(app: AppToml, path: readonly Segment[]): Place {
  for (let length = path.length; length > 0; length -= 1) {
    const span = app.spans.get(spanKey(path.slice(0, length)));
    if (span !== undefined) return placeAt(app.text, span.start);
  }
  return { line: 1, column: 1 };
}

/** Parses a path; `webhooks[2]`, `webhooks.2` and `manifest.webhooks.2` all name the third webhook. */
export function segmentsOf(path: string): Segment[] {
  const names = path.split(/[.[\]/]+/).filter((name) => name !== '' && name !== '$');
  if (names[0] === 'manifest') names.shift();
  return names.map((name) => (/^\d+$/.test(name) ? Number(name) : name));
}

function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset).replace(/^\uFEFF/, '');
  const line = before.split('\n').length;
  return { line, column: before.length - before.lastIndexOf('\n') };
}

/** Decodes UTF-8 and keeps the byte order mark, so that the file is written back unchanged. */
function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new Failure(EXIT.invalid, `${path} isn't UTF-8 text.`, { cause: error });
  }
}
