import type { SubgraphContext } from '#db/context.ts';
import { type TeamHoldsInput, teamHoldsDocument } from './generated.ts';

/** Ids of a team's objects, by kind. */
export interface HeldIds {
  readonly properties: readonly string[];
  readonly unitTypes: readonly string[];
  readonly connections: readonly string[];
  readonly placements: readonly string[];
}

/** Returns which of the ids belong to a team. Never call it inside a transaction. */
export async function teamHolds(ctx: SubgraphContext, input: TeamHoldsInput): Promise<HeldIds> {
  const caller = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  return (await ctx.execute(teamHoldsDocument, { input }, caller)).teamHolds;
}
