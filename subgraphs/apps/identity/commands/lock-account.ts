import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { operatorId } from '#kit/operator.ts';
import { isTextWithin } from '#kit/text.ts';
import { MAX_REVIEW_REASON } from '#schema/limits.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { endSessions } from '../steps/end-access.ts';
import { recordForTeamsOf } from '../steps/record-for-teams.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { Account } from '../store/entities.ts';
import { endLinks } from '../store/mail-tokens.ts';

/** A suspended or resumed account, or why it wasn't changed. */
export type AccountLocked = Refused & { readonly accountId?: number };

interface Given {
  readonly id: string;
  readonly reason: string;
}

/**
 * Suspends an account: the same transaction ends its sessions, its access tokens and emailed links stop
 * working, and it can't sign in until it's resumed. Its apps and teams keep working. For operators, who can't
 * suspend themselves (docs/interface/host.md#operators).
 */
export function lockAccount(ctx: SubgraphContext, given: Given): Promise<AccountLocked> {
  const operator = operatorId(ctx);
  if (parseId(given.id) === operator) {
    return Promise.resolve(refuse('INVALID', "You can't suspend your own account.", ['id']));
  }
  return move(ctx, operator, given, 'account.locked', async (em, accountId) => {
    const locked = await em.nativeUpdate(
      Account,
      { id: accountId, status: { $in: ['unverified', 'active'] } },
      { status: 'locked' },
    );
    await endSessions(em, accountId);
    await endLinks(em, accountId, ['verify', 'reset', 'change']);
    return locked > 0;
  });
}

/**
 * Resumes a suspended account in its previous state, confirmed or not. Its access tokens work again. For
 * operators.
 */
export function unlockAccount(ctx: SubgraphContext, given: Given): Promise<AccountLocked> {
  return move(ctx, operatorId(ctx), given, 'account.unlocked', async (em, accountId) => {
    const { numUpdatedRows } = await tables(em)
      .updateTable('accounts')
      .set((eb) => ({
        status: eb
          .case()
          .when('verifiedAt', 'is', null)
          .then('unverified' as const)
          .else('active' as const)
          .end(),
      }))
      .where('id', '=', accountId)
      .where('status', '=', 'locked')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}

/**
 * Changes an account's status, and records the operator and reason in its security log, the operator's, and
 * its teams' audit trails. If the account already has the status, does nothing and records nothing.
 */
async function move(
  ctx: SubgraphContext,
  operator: number,
  { id, reason }: Given,
  kind: 'account.locked' | 'account.unlocked',
  change: (em: Transaction, accountId: number) => Promise<boolean>,
): Promise<AccountLocked> {
  if (!isTextWithin(reason, MAX_REVIEW_REASON)) {
    return refuse('INVALID', `A reason must have 1 to ${MAX_REVIEW_REASON} characters without U+0000.`, [
      'reason',
    ]);
  }
  return inTransaction(ctx, async (em): Promise<AccountLocked> => {
    const account = await tables(em)
      .selectFrom('accounts')
      .select(['id', 'name'])
      .where('id', '=', parseId(id) ?? 0)
      .where('status', '!=', 'deleted')
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) return refuse('NOT_FOUND', `There is no account ${id}.`, ['id']);
    if (!(await change(em, account.id))) return { accountId: account.id, userErrors: NONE };
    const detail = reason.trim();
    await recordAccountEvent(ctx, em, { accountId: account.id, kind, address: null, detail });
    const own = { accountId: operator, kind: `operator.${kind}`, address: ctx.address ?? null } as const;
    await recordAccountEvent(ctx, em, { ...own, detail: `Account ${account.id}: ${detail}` });
    await recordForTeamsOf(ctx, em, account.id, { kind, subject: account.name, change: detail });
    return { accountId: account.id, userErrors: NONE };
  });
}
