import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { actorOf } from '../access.ts';
import { TaskRuleEntity, type TaskRuleRow } from '../store/entities.ts';

/** Lists the team's own rules, in the order they were added. */
export const listTaskRules = (ctx: SubgraphContext): Promise<readonly TaskRuleRow[]> =>
  reader(ctx).find(TaskRuleEntity, { teamId: actorOf(ctx.viewer).teamId }, { orderBy: { id: 'asc' } });
