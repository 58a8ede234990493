import { link, rename, rm, writeFile } from 'node:fs/promises';
import { randomToken } from './ids.ts';

const nearby = (file: string) => `${file}.${randomToken(6)}.tmp`;

/** Writes or replaces a file that only its owner can read, completely or not at all, even if interrupted. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = nearby(file);
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

/** Does the same, but only if the file doesn't exist: if several processes try, the first one's file stays. */
export async function writeOnce(file: string, text: string): Promise<void> {
  const draft = nearby(file);
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}
