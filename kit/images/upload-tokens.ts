import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { parseId } from '../ids.ts';
import { equalInConstantTime, type Vault } from '../secrets.ts';
import { UPLOAD_MS } from './upload-rules.ts';

/** The announced file that a token lets its bearer upload. */
export interface AnnouncedUpload {
  readonly id: number;
  readonly sha256: string;
}

interface Signing {
  readonly vault: Vault;
  readonly clock: Clock;
}

/**
 * The secret parts of upload URLs: each is valid for one picture, for bytes with its digest, and for 15
 * minutes.
 */
export interface UploadTokens {
  readonly sign: (signing: Signing, upload: AnnouncedUpload) => string;
  /** Returns the token's picture, before its signature is checked; null if the text isn't a token. */
  readonly idOf: (token: string) => number | null;
  /** True if a token was created for this picture and is at most 15 minutes old, plus `slackMs`. */
  readonly isFor: (signing: Signing, upload: AnnouncedUpload, token: string, slackMs?: number) => boolean;
}

const TOKEN = /^(\d{1,10})\.(\d{1,16})\.([\w-]{43})$/;

/** Creates tokens with separate keys per purpose, so that a token is invalid for any other purpose. */
export function uploadTokens(purpose: string): UploadTokens {
  const keysOf = ({ vault }: Signing) => vault.derive(purpose);
  return {
    sign(signing, upload) {
      const expires = String(signing.clock.now().getTime() + UPLOAD_MS);
      return `${upload.id}.${expires}.${signatureOf(upload, expires, keysOf(signing)[0])}`;
    },
    idOf: (token) => parseId(TOKEN.exec(token)?.[1] ?? ''),
    isFor(signing, upload, token, slackMs = 0) {
      const [, , expires = '', signature = ''] = TOKEN.exec(token) ?? [];
      const signed = keysOf(signing).some((key) =>
        equalInConstantTime(signature, signatureOf(upload, expires, key)),
      );
      return signed && signing.clock.now().getTime() <= Number(expires) + slackMs;
    },
  };
}

const signatureOf = ({ id, sha256 }: AnnouncedUpload, expires: string, key: Buffer): string =>
  createHmac('sha256', key).update(`${id}.${sha256}.${expires}`).digest('base64url');
