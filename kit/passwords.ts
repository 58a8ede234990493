import { randomBytes, timingSafeEqual } from 'node:crypto';
import { derive } from './password-threads.ts';

/** argon2id as OWASP asks for it: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

function printPhc(salt: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** The hash of no password: takes as long to verify as any other, and nothing matches it. */
export const HASH_OF_NOBODY = printPhc(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

/**
 * An argon2id hash of a password in PHC form, with its own salt (random, where none of 16 bytes is given): what is stored. Rejects with `PasswordsBusy` where too many
 * passwords wait already.
 */
export async function hashPassword(
  password: string,
  nonce: Buffer = randomBytes(SALT_BYTES),
): Promise<string> {
  return printPhc(nonce, await derive({ message: password, nonce, tagLength: TAG_BYTES, ...COST }));
}

/**
 * Whether a password matches a hash, compared in constant time. Rejects with `PasswordsBusy` where too many
 * passwords wait already, and throws on a text that is no argon2id hash.
 */
export async function verifyPassword(
  password: string,
  stored: string,
  mostWaiting?: number,
): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(stored) ?? [];
  if (!salt || !tag) throw new TypeError('This is not an argon2id hash in PHC form.');
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
