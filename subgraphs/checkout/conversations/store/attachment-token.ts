import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { parseWideId } from '#kit/ids.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

type Signing = Pick<SubgraphContext, 'vault' | 'clock'>;
/** What its bearer may do: send the bytes of a file, or read them. */
type Use = 'upload' | 'download';

/** How long a signature is good for. */
const LIFE_MS = { upload: 15 * 60_000, download: 10 * 60_000 } as const;

const signatureOf = (use: Use, id: number, expires: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${use}.${id}.${expires}`).digest('base64url');

/** The proof that its bearer may use a file until it expires. */
export function signAttachment({ vault, clock }: Signing, use: Use, id: number): string {
  const expires = String(clock.now().getTime() + LIFE_MS[use]);
  return `${expires}.${signatureOf(use, id, expires, vault.derive('attachment')[0])}`;
}

const SIGNATURE = /^(\d{1,16})\.([\w-]{43})$/;

/** Whether a signature was made here for this file, and is not older than it may be, and `slackMs`. */
export function isSigned(
  { vault, clock }: Signing,
  use: Use,
  {
    id,
    signature: given,
    slackMs = 0,
  }: { readonly id: number; readonly signature: string; readonly slackMs?: number },
): boolean {
  const [, expires = '', signature = ''] = SIGNATURE.exec(given) ?? [];
  if (Number(expires) + slackMs < clock.now().getTime()) return false;
  return vault
    .derive('attachment')
    .some((key) => equalInConstantTime(signature, signatureOf(use, id, expires, key)));
}

/** The secret part of an upload's URL. */
export const uploadToken = (signing: Signing, id: number): string =>
  `${id}.${signAttachment(signing, 'upload', id)}`;

/** The file whose bytes a token lets its bearer send; null for any that was not made here, or is too old. */
export function uploadOfToken(signing: Signing, token: string, slackMs = 0): number | null {
  const [, text = '', signature = ''] = /^(\d{1,16})\.(.+)$/.exec(token) ?? [];
  const id = parseWideId(text);
  return id !== null && isSigned(signing, 'upload', { id, signature, slackMs }) ? id : null;
}
