import type { SubgraphDefinition } from '#db/subgraph.ts';
import { HISTORY } from './history.ts';
import { queues, recurring, waits } from './jobs.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';
import {
  HeardBookingEntity,
  TaskCommentEntity,
  TaskEntity,
  TaskRuleEntity,
  TaskTypeEntity,
} from './store/entities.ts';

/** Tasks at properties: their assignees, deadlines and apps' custom fields. */
export const tasks: SubgraphDefinition = {
  name: 'tasks',
  resolvers,
  entities: [TaskEntity, TaskTypeEntity, TaskCommentEntity, TaskRuleEntity, HeardBookingEntity],
  reactions,
  history: HISTORY,
  recurring,
  queues,
  waits,
};

// Commands that fill a demo world.
export { requestTask } from './commands/request-task.ts';
export { transitionTask } from './commands/transition-task.ts';
