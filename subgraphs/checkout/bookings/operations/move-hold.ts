import type { SubgraphContext } from '#db/context.ts';
import { keepStayDocument } from '../../operations/generated.ts';

/** A hold with a new end. */
interface MovedHold {
  readonly holdId: string;
  readonly holdExpiresAt: Date;
}

/** Sends a hold's new end to catalog and returns it. */
export async function moved(ctx: SubgraphContext, { holdId, holdExpiresAt }: MovedHold): Promise<Date> {
  const until = new Date(holdExpiresAt);
  await ctx.execute(keepStayDocument, { holdId, until: until.toISOString() }, ctx);
  return until;
}
