import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { writeMail } from '../../emails/outbox/outbox.ts';
import { mintLink } from '../store/mail-tokens.ts';

/** Emails the link that confirms an account's address. */
export async function mailVerification(
  ctx: SubgraphContext,
  em: Transaction,
  {
    accountId,
    email: to,
    name,
    key,
  }: { readonly accountId: number; readonly email: string; readonly name: string; readonly key: string },
): Promise<void> {
  const { path: link, expiresAt } = await mintLink(ctx, em, { accountId, purpose: 'verify' });
  await writeMail(ctx, em, { key, to, template: 'verify', params: { name }, link, expiresAt });
}
