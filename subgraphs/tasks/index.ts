import type { SubgraphDefinition } from '#db/subgraph.ts';
import { HISTORY } from './history.ts';
import { queues, recurring } from './jobs.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';
import { HeardBookingEntity, TaskCommentEntity, TaskEntity, TaskTypeEntity } from './store/entities.ts';

/** Tasks at properties: their assignees, deadlines and apps' custom fields. */
export const tasks: SubgraphDefinition = {
  name: 'tasks',
  resolvers,
  entities: [TaskEntity, TaskTypeEntity, TaskCommentEntity, HeardBookingEntity],
  reactions,
  history: HISTORY,
  recurring,
  queues,
};
