import { createHmac, timingSafeEqual } from 'node:crypto';
import { randomToken } from '#kit/ids.ts';
import type { Keys } from '#kit/secrets.ts';

/** Stateless MCP session ids: any instance with the key can verify them. */
export interface SessionIds {
  /** Issues a new id for a storefront from the time, random bytes and an HMAC over both and the storefront. */
  readonly issue: (storefrontId: string) => string;
  /** True if the id was issued here for this storefront less than a day ago. */
  readonly isValid: (id: string, storefrontId: string) => boolean;
}

const LIFETIME_MS = 24 * 60 * 60 * 1000;
const SHAPE = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export function openSessionIds(keys: Keys): SessionIds {
  const sign = (issuedAt: string, random: string, storefrontId: string, key = keys[0]) =>
    createHmac('sha256', key).update(`${issuedAt}.${random}.${storefrontId}`).digest();

  return {
    issue(storefrontId) {
      const issuedAt = Date.now().toString(36);
      const random = randomToken(16);
      return `${issuedAt}.${random}.${sign(issuedAt, random, storefrontId).toString('base64url')}`;
    },
    isValid(id, storefrontId) {
      const [, issuedAt, random, signature] = SHAPE.exec(id) ?? [];
      if (issuedAt === undefined || random === undefined || signature === undefined) return false;
      const given = Buffer.from(signature, 'base64url');
      const genuine = keys.some((key) => timingSafeEqual(given, sign(issuedAt, random, storefrontId, key)));
      return genuine && Date.now() - Number.parseInt(issuedAt, 36) < LIFETIME_MS;
    },
  };
}
