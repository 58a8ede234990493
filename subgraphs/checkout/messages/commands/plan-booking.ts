import { z } from 'zod';
import type { SubgraphContext } from '#db/context.ts';
import { planMessages } from '../steps/plan-messages.ts';

const JOB = z.object({
  teamId: z.int(),
  bookingId: z.int(),
  changeId: z.string(),
  at: z.iso.datetime(),
});

/** Plans the messages of a booking whose stay changed, including the ones about the change. Safe to repeat. */
export async function planBooking(ctx: SubgraphContext, data: unknown): Promise<void> {
  const { teamId, bookingId, changeId, at } = JOB.parse(data);
  const change = { trigger: 'changed', event: changeId, at: new Date(at) } as const;
  await planMessages(ctx, { teamId, bookingId }, [change]);
}
