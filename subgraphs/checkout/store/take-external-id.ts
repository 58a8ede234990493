import type { Transaction } from '#db/transaction.ts';
import { type Message, MessageEntity } from './entities.ts';

/**
 * Stores a message's id at its provider, in a locked conversation; false if it has another id, or another
 * message has this one.
 */
export async function takeExternalId(
  em: Transaction,
  message: Pick<Message, 'id' | 'conversationId'>,
  externalId: string,
): Promise<boolean> {
  const { id, conversationId } = message;
  if (!(await mayBeCalled(em, message, externalId))) return false;
  await em.nativeUpdate(MessageEntity, { id, conversationId }, { externalId });
  return true;
}

/** True if a message has this id at its provider, or if it has none and the id is free. */
export async function mayBeCalled(
  em: Transaction,
  { id, conversationId }: Pick<Message, 'id' | 'conversationId'>,
  externalId: string,
): Promise<boolean> {
  const { externalId: known } = await em.findOneOrFail(MessageEntity, { id }, { refresh: true });
  if (known !== null) return known === externalId;
  return (await em.count(MessageEntity, { conversationId, externalId })) === 0;
}
