import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import type { AccountEventKind } from '../domain/account-event-kind.ts';
import { writeMail } from '../mail/outbox.ts';
import { recordAccountEvent } from './account-events.ts';
import type { OwnAccount } from './own-account.ts';

/** Keeps a change of the second factors in the security log and mails it to the owner: `what` is a sentence or two. */
export async function announceFactors(
  ctx: SubgraphContext,
  em: Transaction,
  { id: accountId, email: to, name }: OwnAccount,
  {
    kind,
    what,
    detail = null,
  }: { readonly kind: AccountEventKind; readonly what: string; readonly detail?: string | null },
): Promise<void> {
  await recordAccountEvent(ctx, em, { accountId, kind, detail, address: ctx.address ?? null });
  await writeMail(ctx, em, {
    key: `factor/${newUuid()}`,
    to,
    template: 'factor-changed',
    params: { name, what },
  });
}
