import type { Island } from '#db/island.ts';
import { PaymentSession, Refund } from './entities.ts';
import { queues, reactions, recurring } from './jobs.ts';
import { resolvers } from './resolvers.ts';

/** Payments of guests through the apps of a host's team, and what is given back. */
export const payments: Island = {
  name: 'payments',
  resolvers,
  entities: [PaymentSession, Refund],
  reactions,
  recurring,
  queues,
};
