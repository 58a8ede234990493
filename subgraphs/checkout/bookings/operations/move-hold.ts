import type { SubgraphContext } from '#db/context.ts';
import { keepStayDocument } from '../../operations/generated.ts';

/** A hold whose end was moved. */
interface MovedHold {
  readonly holdId: string;
  readonly holdExpiresAt: Date;
}

/** Lets catalog know when a hold ends now; answers that instant. */
export async function moved(ctx: SubgraphContext, { holdId, holdExpiresAt }: MovedHold): Promise<Date> {
  const until = new Date(holdExpiresAt);
  await ctx.execute(keepStayDocument, { holdId, until: until.toISOString() }, ctx);
  return until;
}
