import type { History } from '#db/history.ts';

/** Retention for payments' rows: all payment records are kept. */
export const HISTORY: History = {
  purged: [],
  kept: [
    { table: 'payments.session', because: 'with their bookings: how each was paid' },
    { table: 'payments.refund', because: 'with their bookings: what was paid back' },
    { table: 'payments.method', because: 'one of a kind at a storefront' },
  ],
};
