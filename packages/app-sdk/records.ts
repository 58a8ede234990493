import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** An app's records, in memory and in a file. */
export interface Records<Shape extends object> {
  /** The records; call `save` after a change. */
  readonly records: Shape;
  /** Resolves once all changes so far are in the file. Rejects if the file can't be written. */
  readonly save: () => Promise<void>;
}

/**
 * Opens an app's records: a JSON file that's replaced on every save, so that it's complete even if the process is killed.
 * Only its owner can read it, because it contains tokens. `empty` contains the members missing from the file.
 * Without a file, records stay in memory. It's meant for small apps on one server: use a database for more.
 */
export async function openRecords<Shape extends object>(
  file: string | undefined,
  empty: Shape,
): Promise<Records<Shape>> {
  const records: Shape = { ...empty, ...(file ? await read(file) : {}) };
  /** The running or last save; never rejects, so that a failed save doesn't stop later ones. */
  let last: Promise<unknown> = Promise.resolve();
  /** The save that waits for the running one, and includes all changes made until it starts. */
  let next: Promise<void> | null = null;
  const save = (): Promise<void> => {
    if (!file) return Promise.resolve();
    next ??= last.then(() => {
      next = null;
      const saved = write(file, JSON.stringify(records));
      last = saved.catch(() => undefined);
      return saved;
    });
    return next;
  };
  return { records, save };
}

async function read(file: string): Promise<object> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
