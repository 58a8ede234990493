import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { randomToken } from './ids.ts';

/** Seals and opens secrets that must be used again (webhook secrets, signing keys). */
export interface Vault {
  /** AES-256-GCM of `plain`, bound to `row` (for example `storefront:3:signing-key`): moved to another row it does not open. */
  readonly seal: (plain: string, row: string) => string;
  /** The plain text; throws when the text was changed, moved to another row, or sealed under another key. */
  readonly open: (sealed: string, row: string) => string;
  /** A 32-byte key for one named purpose, derived from the same master key (HKDF-SHA-256). */
  readonly derive: (purpose: string) => Buffer;
}

/** A vault under the setting `SECRET_KEY`. */
export function openVault(secretKey: string): Vault {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secretKey, 'platform', purpose, 32));
  const key = derive('vault');
  return {
    derive,
    seal(plain, row) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(row));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed, row) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(row));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** A fresh token: the plain text to show once, its SHA-256 to store, and a short hint to recognise it by. */
export function mintToken(prefix: string): { plain: string; hash: string; hint: string } {
  const plain = `${prefix}${randomToken()}`;
  return { plain, hash: hashToken(plain), hint: `${prefix}…${plain.slice(-4)}` };
}

/** SHA-256 of a token, hex: what is stored and looked up. Tokens carry 256 random bits, so a plain hash suffices. */
export function hashToken(plain: string): string {
  return createHash('sha256').update(plain).digest('hex');
}

/** Compares two texts in time that does not depend on where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
