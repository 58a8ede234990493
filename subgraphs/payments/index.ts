import type { SubgraphDefinition } from '#db/subgraph.ts';
import { queues, recurring } from './jobs.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';
import { PaymentSession, Refund } from './store/entities.ts';

/** Payments of guests through the apps of a host's team, and what is given back. */
export const payments: SubgraphDefinition = {
  name: 'payments',
  resolvers,
  entities: [PaymentSession, Refund],
  reactions,
  recurring,
  queues,
};
