import type { History } from '#db/history.ts';

/** Retention for payments' rows: all payment records are kept. */
export const HISTORY: History = {
  purged: [],
  kept: [
    { table: 'payments.session', because: "with their bookings: each booking's payments" },
    { table: 'payments.refund', because: 'with their bookings: refunds' },
    { table: 'payments.reversals', because: 'with their statements: disputes and refunds at the provider' },
    { table: 'payments.method', because: 'one per type and storefront' },
  ],
};
