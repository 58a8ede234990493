import { createHmac } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { parseId } from '#kit/ids.ts';
import { equalInConstantTime } from '#kit/secrets.ts';
import { UPLOAD_MS } from '../domain/media.ts';

/** The announced file that a token lets its bearer upload. */
export interface AnnouncedMedia {
  readonly id: number;
  readonly sha256: string;
}

type Signing = Pick<SubgraphContext, 'vault' | 'clock'>;

const keysOf = ({ vault }: Signing) => vault.derive('media-upload');

const signatureOf = ({ id, sha256 }: AnnouncedMedia, expires: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${id}.${sha256}.${expires}`).digest('base64url');

/** The secret part of an upload's URL: good for this photo, the bytes of its digest and 15 minutes. */
export function uploadToken(ctx: Signing, media: AnnouncedMedia): string {
  const expires = String(ctx.clock.now().getTime() + UPLOAD_MS);
  return `${media.id}.${expires}.${signatureOf(media, expires, keysOf(ctx)[0])}`;
}

const TOKEN = /^(\d{1,10})\.(\d{1,16})\.([\w-]{43})$/;

/** The photo that a token is about, before its signature is checked; null for no token at all. */
export const mediaOfToken = (token: string): number | null => parseId(TOKEN.exec(token)?.[1] ?? '');

/** Whether a token was made for this photo and is not older than 15 minutes, and `slackMs`. */
export function isTokenFor(ctx: Signing, media: AnnouncedMedia, token: string, slackMs = 0): boolean {
  const [, , expires = '', signature = ''] = TOKEN.exec(token) ?? [];
  const signed = keysOf(ctx).some((key) => equalInConstantTime(signature, signatureOf(media, expires, key)));
  return signed && ctx.clock.now().getTime() <= Number(expires) + slackMs;
}
