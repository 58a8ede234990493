import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * What the provider remembers, in one JSON file that is replaced as a whole: enough for an example, and it survives a restart.
 * Without a file nothing is kept.
 */
export async function openStore(file) {
  const records = await read(file);
  let saving = Promise.resolve();
  return {
    records,
    /** Resolves when everything noted so far is in the file. */
    save() {
      const text = JSON.stringify(records);
      saving = saving.then(() => file && write(file, text));
      return saving;
    },
  };
}

async function read(file) {
  const empty = { charges: {}, refunds: {}, unheard: {} };
  if (!file) return empty;
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return empty;
    throw error;
  }
}

async function write(file, text) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
