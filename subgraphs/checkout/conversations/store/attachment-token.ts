import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { parseWideId } from '#kit/ids.ts';
import { equalInConstantTime } from '#kit/secrets.ts';

type Signing = Pick<SubgraphContext, 'vault' | 'clock'>;
/** Use granted by a signature: uploading or downloading a file's bytes. */
type Use = 'upload' | 'download';

/** Signature lifetimes. */
const LIFE_MS = { upload: 15 * 60_000, download: 10 * 60_000 } as const;

const signatureOf = (use: Use, id: number, expires: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${use}.${id}.${expires}`).digest('base64url');

/** Signs access to a file until the signature expires. */
export function signAttachment({ vault, clock }: Signing, use: Use, id: number): string {
  const expires = String(clock.now().getTime() + LIFE_MS[use]);
  return `${expires}.${signatureOf(use, id, expires, vault.derive('attachment')[0])}`;
}

const SIGNATURE = /^(\d{1,16})\.([\w-]{43})$/;

/** True if the signature was made here for this file, and hasn't expired more than `slackMs` ago. */
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

/** Returns the secret in an upload URL. */
export const uploadToken = (signing: Signing, id: number): string =>
  `${id}.${signAttachment(signing, 'upload', id)}`;

/** Returns the file id for an upload token; null if the token is invalid or expired. */
export function uploadOfToken(signing: Signing, token: string, slackMs = 0): number | null {
  const [, text = '', signature = ''] = /^(\d{1,16})\.(.+)$/.exec(token) ?? [];
  const id = parseWideId(text);
  return id !== null && isSigned(signing, 'upload', { id, signature, slackMs }) ? id : null;
}
