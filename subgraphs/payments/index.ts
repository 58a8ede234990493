import type { SubgraphDefinition } from '#db/subgraph.ts';
import { HISTORY } from './history.ts';
import { queues, recurring } from './jobs.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';
import { Method, PaymentSession, Refund, Reversal } from './store/entities.ts';
import { detailsRow } from './store/methods.ts';

/** Guests' payments through the host team's apps or built-in methods, and their refunds. */
export const payments: SubgraphDefinition = {
  name: 'payments',
  resolvers,
  entities: [PaymentSession, Refund, Reversal, Method],
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

// Used by the demo seed, which offers test payments from the start.
export { setPaymentMethods } from './commands/set-payment-methods.ts';
