import type { SubgraphContext } from '#db/context.ts';
import { teamStatesDocument } from './generated.ts';

/** Whether a team of the host closes, as apps knows it. */
export async function isTeamClosing(ctx: SubgraphContext, teamId: number): Promise<boolean> {
  const { teams } = await ctx.execute(teamStatesDocument, {}, ctx);
  return teams.some(({ id, status }) => id === String(teamId) && status !== 'active');
}
