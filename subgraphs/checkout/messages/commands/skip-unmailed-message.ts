import type { SubgraphContext } from '#db/context.ts';
import { inTransaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { RuleMessageEntity } from '../../store/entities.ts';
import { readMailing } from '../queries/rule-message-to-mail.ts';

/**
 * Records that a message was skipped after all because it can't be emailed anymore, with the reason. Returns
 * false if it can be emailed now. Safe to repeat. See docs/interface/messages.md#sending.
 */
export async function skipUnmailedMessage(ctx: SubgraphContext, id: string): Promise<boolean> {
  const messageId = parseWideId(id) ?? 0;
  const mailing = await readMailing(ctx, messageId);
  if (!mailing) return true;
  if ('message' in mailing) return false;
  const { reason, empty } = mailing;
  await inTransaction(ctx, (em) =>
    em.nativeUpdate(
      RuleMessageEntity,
      { id: messageId, status: 'sent' },
      { status: 'skipped', reason, emptyVariables: [...empty], endedAt: ctx.clock.now() },
    ),
  );
  return true;
}
