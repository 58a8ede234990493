import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

type Signing = Pick<SubgraphContext, 'vault' | 'clock'>;
/** The bearer's right: to send an import's file, or to read an export's. */
type Use = 'upload' | 'download';

/** Lifetimes for upload and download URLs. */
const LIFE_MS = { upload: 15 * 60_000, download: 60 * 60_000 } as const;

const signatureOf = (use: Use, id: number, expires: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${use}.${id}.${expires}`).digest('base64url');

/** The secret token in a transfer file's URL. */
export function transferToken({ vault, clock }: Signing, use: Use, id: number): string {
  const expires = String(clock.now().getTime() + LIFE_MS[use]);
  return `${id}.${expires}.${signatureOf(use, id, expires, vault.derive('transfer')[0])}`;
}

const TOKEN = /^(\d{1,10})\.(\d{1,16})\.([\w-]{43})$/;

/** The token's transfer; null for a forged or expired token. */
export function transferOfToken({ vault, clock }: Signing, use: Use, token: string): number | null {
  const [, text = '', expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  const id = parseId(text);
  if (id === null || Number(expires) < clock.now().getTime()) return null;
  const made = vault.derive('transfer').map((key) => signatureOf(use, id, expires, key));
  return made.some((one) => equalInConstantTime(one, signature)) ? id : null;
}
