import type { SubgraphContext } from '#db/context.ts';
import { PLATFORM } from '../domain/message.ts';
import type { Conversation } from '../store/entities.ts';

/** Whether there is someone who carries messages of a conversation: the platform always does. */
export async function hasProvider(
  _ctx: SubgraphContext,
  { provider }: Pick<Conversation, 'provider'>,
): Promise<boolean> {
  return provider === PLATFORM;
}
