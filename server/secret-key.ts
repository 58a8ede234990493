import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomToken } from '#kit/ids.ts';

/** The key that seals stored secrets: the setting, or one made once and kept in the data folder (development only). */
export async function secretKeyOf(dataDir: string, setting: string | null): Promise<string> {
  if (setting !== null) return setting;
  const file = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  await writeFile(file, randomToken(48), { mode: 0o600, flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return (await readFile(file, 'utf8')).trim();
}
