import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { tables } from '../../store/tables.ts';
import type { AccountEventKind } from '../domain/account-event-kind.ts';

export interface NewAccountEvent {
  readonly accountId: number;
  readonly kind: AccountEventKind;
  /** Network address of the actor; null for the platform itself. */
  readonly address: string | null;
  /** Short description. Never a secret. */
  readonly detail?: string | null;
}

/** Records an event in an account's security log, in the transaction that causes it. */
export async function recordAccountEvent(
  ctx: SubgraphContext,
  em: Transaction,
  { accountId, kind, address, detail = null }: NewAccountEvent,
): Promise<void> {
  await tables(em)
    .insertInto('account_events')
    .values({ accountId, kind, at: ctx.clock.now(), address, detail })
    .execute();
}
