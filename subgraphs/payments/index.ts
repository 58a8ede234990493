import type { SubgraphDefinition } from '#db/subgraph.ts';
import { HISTORY } from './history.ts';
import { queues, recurring } from './jobs.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';
import { Method, PaymentSession, Refund } from './store/entities.ts';
import { detailsRow } from './store/methods.ts';

/** Payments of guests, through the apps of a host's team or with methods that need none, and what is given back. */
export const payments: SubgraphDefinition = {
  name: 'payments',
  resolvers,
  entities: [PaymentSession, Refund, Method],
  reactions,
  history: HISTORY,
  recurring,
  queues,
  sealed: [
    {
      table: 'payments.method',
      column: 'details_sealed',
      from: ['storefront_id', 'kind'],
      row: ({ storefront_id: storefrontId, kind }) => detailsRow(Number(storefrontId), String(kind)),
    },
  ],
};

// The demo world offers test payments from its start.
export { setPaymentMethods } from './commands/set-payment-methods.ts';
