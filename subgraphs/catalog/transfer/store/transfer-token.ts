import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

type Signing = Pick<SubgraphContext, 'vault' | 'clock'>;
/** What its bearer may do: send the file of an import, or read that of an export. */
type Use = 'upload' | 'download';

/** How long an upload's or a download's URL is good for. */
const LIFE_MS = { upload: 15 * 60_000, download: 60 * 60_000 } as const;

const signatureOf = (use: Use, id: number, expires: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${use}.${id}.${expires}`).digest('base64url');

/** The secret part of the URL of a transfer's file. */
export function transferToken({ vault, clock }: Signing, use: Use, id: number): string {
  const expires = String(clock.now().getTime() + LIFE_MS[use]);
  return `${id}.${expires}.${signatureOf(use, id, expires, vault.derive('transfer')[0])}`;
}

const TOKEN = /^(\d{1,10})\.(\d{1,16})\.([\w-]{43})$/;

/** The transfer that a token is for; null for any that was not made here, or is too old. */
export function transferOfToken({ vault, clock }: Signing, use: Use, token: string): number | null {
  const [, text = '', expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  const id = parseId(text);
  if (id === null || Number(expires) < clock.now().getTime()) return null;
  const made = vault.derive('transfer').map((key) => signatureOf(use, id, expires, key));
  return made.some((one) => equalInConstantTime(one, signature)) ? id : null;
}
