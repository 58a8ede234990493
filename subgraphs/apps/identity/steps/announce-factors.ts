import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import type { AccountEventKind } from '../domain/account-event-kind.ts';
import { recordAccountEvent } from '../store/account-events.ts';
import { mintLink } from '../store/mail-tokens.ts';
import type { OwnAccount } from '../store/own-account.ts';

/**
 * Records a change to the second factors in the security log and emails it to the owner; `what` is a sentence
 * or two.
 */
export async function announceFactors(
  ctx: SubgraphContext,
  em: Transaction,
  { id: accountId, email: to, name }: OwnAccount,
  {
    kind,
    what,
    detail = null,
    since = null,
  }: {
    readonly kind: AccountEventKind;
    readonly what: string;
    readonly detail?: string | null;
    /** Time a factor was added; the emailed link removes it again. */
    readonly since?: Date | null;
  },
): Promise<void> {
  await recordAccountEvent(ctx, em, { accountId, kind, detail, address: ctx.address ?? null });
  const stop = since && (await mintLink(ctx, em, { accountId, purpose: 'stop', since }));
  await writeMail(ctx, em, {
    key: `factor/${newUuid()}`,
    to,
    template: 'factor-changed',
    params: { name, what },
    ...(stop && { link: stop.path, expiresAt: stop.expiresAt }),
  });
}
