import type { History } from '#db/history.ts';

/** How long rows of payments live: all that is about money is kept. */
export const HISTORY: History = {
  purged: [],
  kept: [
    { table: 'payments.session', because: 'with their bookings: how each was paid' },
    { table: 'payments.refund', because: 'with their bookings: what was paid back' },
    { table: 'payments.method', because: 'one of a kind at a storefront' },
  ],
};
