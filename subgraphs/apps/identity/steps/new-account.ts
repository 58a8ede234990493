import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { DatabaseError } from 'pg';
import type { SubgraphContext } from '#db/context.ts';
import { isEmail } from '#kit/email.ts';
import { isName } from '#kit/names.ts';
import { PasswordsBusy } from '#kit/password-threads.ts';
import { hashPassword } from '#kit/passwords.ts';
import { BUSY, type Refused, refuse } from '../../errors.ts';
import { normaliseEmail, refusePassword, TOO_EASY } from '../domain/credentials.ts';
import { isKnownPassword } from '../store/known-passwords.ts';

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  /** True for platform staff, who review public apps. */
  readonly operator?: boolean;
}

/**
 * Returns a new confirmed account's row with its password hashed; or refuses with `INVALID` or `BUSY`. Uses a
 * random salt if undefined.
 */
export async function newAccountRow(ctx: SubgraphContext, given: NewAccount, salt?: Buffer) {
  const email = normaliseEmail(given.email);
  const name = given.name.trim();
  if (!isEmail(email)) return refuse('INVALID', 'The email address is invalid.', ['email']);
  if (!isName(name, 100))
    return refuse('INVALID', 'The name must have 1 to 100 visible characters.', ['name']);
  const passwordHash = await newPasswordHash(given.password, salt);
  if (typeof passwordHash !== 'string') return passwordHash;
  const now = ctx.clock.now();
  return { email, name, passwordHash, operator: given.operator ?? false, createdAt: now, verifiedAt: now };
}

/** Returns a newly chosen password's hash; or refuses it with `INVALID` or `BUSY`. */
export async function newPasswordHash(password: string, salt?: Buffer): Promise<string | Refused> {
  const weak = refusePassword(password) ?? ((await isKnownPassword(password)) ? TOO_EASY : null);
  if (weak) return refuse('INVALID', weak, ['password']);
  return hashPassword(password, salt).catch(refuseBusy);
}

/**
 * Runs a transaction that creates an account; refuses with `EMAIL_TAKEN` if another account has its email
 * address.
 */
export async function unlessEmailTaken<T>(make: () => Promise<T>): Promise<T | Refused> {
  try {
    return await make();
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    return refuse('EMAIL_TAKEN', 'An account with this email address already exists.', ['email']);
  }
}

/**
 * Runs a transaction that gives an account an address its owner has verified. Retries once if the address is
 * taken: an account that never verified it may just have taken it, and the second run sees that account.
 * Refuses with `EMAIL_TAKEN`.
 */
export async function unlessProvedByAnother<T extends Refused>(give: () => Promise<T>): Promise<T | Refused> {
  const given = await unlessEmailTaken(give);
  return isTaken(given) ? unlessEmailTaken(give) : given;
}

/** True if a command was refused because another account has the address. */
export const isTaken = ({ userErrors }: Refused): boolean =>
  userErrors.some(({ code }) => code === 'EMAIL_TAKEN');

/** Kysely throws PostgreSQL's error; MikroORM wraps it. */
const isEmailTaken = (error: unknown): boolean =>
  error instanceof UniqueConstraintViolationException ||
  (error instanceof DatabaseError && error.constraint === 'accounts_email_key');

function refuseBusy(error: unknown): Refused {
  if (!(error instanceof PasswordsBusy)) throw error;
  return BUSY;
}
