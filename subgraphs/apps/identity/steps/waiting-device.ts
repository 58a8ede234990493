import type { SubgraphContext } from '#db/context.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { hashToken } from '#kit/secrets.ts';
import { type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { readUserCode } from '../domain/device-codes.ts';
import { counted } from '../store/failed-attempts.ts';
import { attempt } from './attempt.ts';

/** A device waiting for a decision. */
export interface WaitingDevice {
  readonly userCode: string;
  readonly name: string | null;
  readonly address: string;
  readonly createdAt: Date;
}

const TOO_MANY = refuse(
  'TOO_MANY_ATTEMPTS',
  'Too many incorrect codes. Wait 15 minutes, then start again in your terminal.',
);

/** Refusal for an invalid code; doesn't reveal the reason. */
const INCORRECT = refuse(
  'INVALID',
  'This code is incorrect, was already used or has expired. Check it or start again in your terminal.',
  ['userCode'],
);

const FOUND = ['name', 'address', 'createdAt'] as const;

/**
 * Finds the device for a typed code; never call it inside a transaction. Codes are short, so wrong ones are
 * counted for the account that types them: after 10 in 15 minutes, further codes aren't checked
 * (docs/interface/oauth.md#device-sign-in).
 */
export async function findWaitingDevice(
  ctx: SubgraphContext,
  accountId: number,
  typed: string,
): Promise<WaitingDevice | Refused> {
  const tried = await attempt(
    ctx,
    counted('device', String(accountId)),
    () => look(ctx, typed),
    (device) => device === null,
    TOO_MANY,
  );
  return 'refused' in tried ? tried.refused : (tried.looked ?? INCORRECT);
}

async function look(ctx: SubgraphContext, typed: string): Promise<WaitingDevice | null> {
  const userCode = readUserCode(typed);
  const device = userCode && (await waiting(ctx, userCode).executeTakeFirst());
  return userCode && device ? { ...device, userCode } : null;
}

const waiting = (ctx: SubgraphContext, userCode: string) =>
  tables(reader(ctx))
    .selectFrom('device_codes')
    .select(FOUND)
    .where('userCodeHash', '=', hashToken(userCode))
    .where('status', '=', 'waiting')
    .where('expiresAt', '>', ctx.clock.now());

/**
 * Decides on a waiting device, in the caller's transaction: only the first of two concurrent decisions takes
 * effect.
 */
export async function decideDevice(
  ctx: SubgraphContext,
  em: Transaction,
  decision: {
    readonly userCode: string;
    readonly status: 'approved' | 'denied';
    readonly accountId: number;
  },
): Promise<Refused | null> {
  const { userCode, status, accountId } = decision;
  const decided = await tables(em)
    .updateTable('device_codes')
    .set({ status, accountId })
    .where('userCodeHash', '=', hashToken(userCode))
    .where('status', '=', 'waiting')
    .where('expiresAt', '>', ctx.clock.now())
    .returning('name')
    .executeTakeFirst();
  return decided ? null : INCORRECT;
}
