import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { randomToken } from './ids.ts';

/** Keys for one purpose: the newest signs, and any of them verifies. */
export type Keys = readonly [newest: Buffer, ...older: Buffer[]];

/** Seals and opens secrets that we have to reuse (webhook secrets, signing keys). */
export interface Vault {
  /** Identifies the sealing key; sealed values begin with `v1.{keyId}.`. */
  readonly keyId: string;
  /**
   * Encrypts `plain` with AES-256-GCM, bound to `row` (e.g. `storefront:3:signing-key`): it can't be opened
   * for another row.
   */
  readonly seal: (plain: string, row: string) => string;
  /**
   * Returns the plain text; throws if the text was changed, moved to another row, or sealed under an unknown
   * key.
   */
  readonly open: (sealed: string, row: string) => string;
  /** 32-byte keys for one named purpose, derived from each master key (HKDF-SHA-256). */
  readonly derive: (purpose: string) => Keys;
}

/** A key with an id that doesn't reveal it. */
interface SealingKey {
  readonly id: string;
  readonly key: Buffer;
}

/**
 * Opens a vault with the settings `SECRET_KEYS` and `SECRET_KEY`: the newest key seals, and all of them open
 * (docs/reference/platform-settings.md#secret-keys).
 */
export function openVault(newest: string, ...older: readonly string[]): Vault {
  const derive = (purpose: string): Keys => [
    deriveKey(newest, purpose),
    ...older.map((secretKey) => deriveKey(secretKey, purpose)),
  ];
  const keys = [newest, ...older].map(sealingKey);
  const sealing = sealingKey(newest);
  return {
    keyId: sealing.id,
    derive,
    seal: (plain, row) => `v1.${sealing.id}.${encrypt(plain, row, sealing.key)}`,
    open(sealed, row) {
      const [, id, body] = SEALED.exec(sealed) ?? [];
      if (id === undefined || body === undefined) return openUnnamed(sealed, row, keys);
      const known = keys.find((key) => key.id === id);
      if (!known) throw new Error(`A value is sealed under the key ${id}, which isn't in SECRET_KEYS.`);
      return decrypt(body, row, known.key);
    },
  };
}

const SEALED = /^v1\.([0-9a-f]{8})\.([\w+/=]+)$/;

const deriveKey = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, 'platform', purpose, 32));

const sealingKey = (secretKey: string): SealingKey => ({
  id: deriveKey(secretKey, 'key-id').subarray(0, 4).toString('hex'),
  key: deriveKey(secretKey, 'vault'),
});

/** Opens values sealed before they named their key, by trying each key. */
function openUnnamed(sealed: string, row: string, keys: readonly SealingKey[]): string {
  for (const { key } of keys.slice(0, -1)) {
    try {
      return decrypt(sealed, row, key);
    } catch {
      // Tries the next key; the last one throws.
    }
  }
  const [last] = keys.slice(-1);
  if (!last) throw new Error('A vault must have at least one key.');
  return decrypt(sealed, row, last.key);
}

function encrypt(plain: string, row: string, key: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(row));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
}

function decrypt(text: string, row: string, key: Buffer): string {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAAD(Buffer.from(row));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

/** Creates a token: the plain text to show once, its SHA-256 to store, and a short hint for recognizing it. */
export function mintToken(prefix: string): { plain: string; hash: string; hint: string } {
  const plain = `${prefix}${randomToken()}`;
  return { plain, hash: hashToken(plain), hint: `${prefix}…${plain.slice(-4)}` };
}

/**
 * Returns a token's SHA-256 in hex, for storing and lookup. Tokens have 256 random bits, so a plain hash
 * suffices.
 */
export function hashToken(plain: string): string {
  return hash('sha256', plain, 'hex');
}

/** Compares two strings in time that doesn't depend on where they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
