import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { hasLine } from '../domain/sorted-lines.ts';

let loading: Promise<Buffer> | undefined;

/**
 * Whether a password is one of the 111,000 most common ones that are long enough for an account, whatever its case
 * (docs/interface/accounts.md#passwords). The list is read when the first password is chosen: 1.4 MB, in which one is found in
 * microseconds.
 */
export async function isKnownPassword(password: string): Promise<boolean> {
  loading ??= load();
  return hasLine(await loading, password.toLowerCase());
}

/** Written by `npm run tool passwords`. */
const load = async (): Promise<Buffer> =>
  promisify(brotliDecompress)(await readFile(new URL('./known-passwords.txt.br', import.meta.url)));
