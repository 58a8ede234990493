import type { SubgraphContext } from '#db/context.ts';
import { teamStatesDocument } from './generated.ts';

/** True if the apps subgraph reports that a host's team is closing. */
export async function isTeamClosing(ctx: SubgraphContext, teamId: number): Promise<boolean> {
  const { teams } = await ctx.execute(teamStatesDocument, {}, ctx);
  return teams.some(({ id, status }) => id === String(teamId) && status !== 'active');
}
