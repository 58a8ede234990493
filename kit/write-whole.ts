import { link, rename, rm, writeFile } from 'node:fs/promises';
import { randomToken } from './ids.ts';

const nearby = (file: string) => `${file}.${randomToken(6)}.tmp`;

/** Writes a file that only its owner can read, whole or not at all, whatever interrupts it; an older one is replaced. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const draft = nearby(file);
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}

/** The same, unless there is one already: of several processes that try, the first one's stays. */
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
