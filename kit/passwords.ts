import { randomBytes, timingSafeEqual } from 'node:crypto';
import { derive } from './password-threads.ts';

/** argon2id as OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

function printPhc(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** A hash without a password: takes as long to verify as any other, and never matches. */
export const HASH_OF_NOBODY = printPhc(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

/**
 * Hashes a password with argon2id in PHC form for storage, with its own 16-byte salt (random if omitted or
 * not 16 bytes). Rejects with `PasswordsBusy` if too many passwords are waiting.
 */
export async function hashPassword(
  password: string,
  nonce: Buffer = randomBytes(SALT_BYTES),
): Promise<string> {
  return printPhc(nonce, await derive({ message: password, nonce, tagLength: TAG_BYTES, ...COST }));
}

/**
 * True if a password matches a hash, compared in constant time. Rejects with `PasswordsBusy` if too many
 * passwords are waiting, and throws on a text that isn't an argon2id hash.
 */
export async function verifyPassword(
  password: string,
  stored: string,
  mostWaiting?: number,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
  if (!salt || !tag) throw new TypeError("This isn't an argon2id hash in PHC format.");
  const expected = Buffer.from(tag, 'base64');
  const derivation = {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  const actual = await derive(derivation, mostWaiting);
  return timingSafeEqual(actual, expected);
}
