import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';

/** What an account's security log keeps. */
export type AccountEventKind =
  | 'session.started'
  | 'session.revoked'
  | 'session.factor_refused'
  | 'session.elevated'
  | 'account.signed_up'
  | 'account.verified'
  | 'account.locked'
  | 'account.unlocked'
  | 'operator.account.locked'
  | 'operator.account.unlocked'
  | 'operator.job.retried'
  | 'operator.job.discarded'
  | 'password.reset_asked'
  | 'password.reset'
  | 'password.changed'
  | 'address.change_asked'
  | 'address.changed'
  | 'address.change_undone'
  | 'totp.enabled'
  | 'totp.disabled'
  | 'passkey.created'
  | 'passkey.removed'
  | 'recovery_codes.renewed'
  | 'recovery_code.used';

export interface NewAccountEvent {
  readonly accountId: number;
  readonly kind: AccountEventKind;
  /** Network address it was done from; null for the platform itself. */
  readonly address: string | null;
  /** In a few words. Never a secret. */
  readonly detail?: string | null;
}

/** Keeps an event in an account's security log, in the transaction of what it is about. */
export async function recordAccountEvent(
  ctx: SubgraphContext,
  em: Transaction,
  { accountId, kind, address, detail = null }: NewAccountEvent,
): Promise<void> {
  await sql`
    INSERT INTO apps.account_events (account_id, kind, at, address, detail)
    VALUES (${accountId}, ${kind}, ${ctx.clock.now()}, ${address}::text, ${detail}::text)`.execute(
    em.getKysely<unknown>(),
  );
}
