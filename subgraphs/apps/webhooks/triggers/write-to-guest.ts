import type { SubgraphContext } from '#db/context.ts';
import { newUuid } from '#kit/ids.ts';
import { bookStay } from './book-stay.ts';
import { triggerConversationDocument } from './generated.ts';
import type { TriggerCaller } from './trigger-caller.ts';
import { hostOf, sandboxOf, throwFirst } from './trigger-world.ts';

/** Books in the sandbox and writes to the fictitious guest, like the host. */
export async function writeToGuest(ctx: SubgraphContext, caller: TriggerCaller): Promise<string> {
  const { id: bookingId, reference, what } = await bookStay(ctx, await sandboxOf(ctx, caller));
  const input = { bookingId, text: 'Thank you for your booking.', idempotencyKey: newUuid() };
  const { conversationStart } = await ctx.execute(
    triggerConversationDocument,
    { input },
    hostOf(ctx, caller),
  );
  throwFirst(conversationStart.userErrors);
  return `${reference} was booked: ${what}, and the host wrote to its guest.`;
}
