import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#kit/config.ts';
import { randomToken } from '#kit/ids.ts';
import { openVault, type Vault } from '#kit/secrets.ts';
import { writeOnce } from '#kit/write-whole.ts';

/**
 * Opens a vault with the keys in the settings, or with one generated once and stored in the data folder
 * (development only).
 */
export async function openVaultOf({ dataDir, secretKeys }: Config): Promise<Vault> {
  const [newest, ...older] = secretKeys;
  return newest === undefined ? openVault(await generatedKey(dataDir)) : openVault(newest, ...older);
}

async function generatedKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  await writeOnce(file, randomToken(48));
  return (await readFile(file, 'utf8')).trim();
}
