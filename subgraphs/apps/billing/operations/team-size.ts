import type { SubgraphContext } from '#db/context.ts';
import type { PerUnit } from '../domain/plans.ts';
import { teamSizeDocument } from './generated.ts';

/** Numbers that plans' amounts are multiplied by. */
export type TeamSize = Readonly<Record<PerUnit, number>>;

/** Counts a team's properties and units. Never call it inside a transaction. */
export async function measureTeam(ctx: SubgraphContext, teamId: number): Promise<TeamSize> {
  const caller = { viewer: { kind: 'platform' }, requestId: ctx.requestId } as const;
  const { teamSize } = await ctx.execute(teamSizeDocument, { teamId: String(teamId) }, caller);
  return { none: 1, property: teamSize.properties, unit: teamSize.units };
}
