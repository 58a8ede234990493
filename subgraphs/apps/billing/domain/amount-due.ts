import type { Minor } from '#kit/money.ts';

/** Returns the amount left to pay on a document. */
export const amountDue = ({
  status,
  total,
  credited,
}: {
  readonly status: 'open' | 'paid' | 'credited';
  readonly total: Minor;
  readonly credited: Minor;
}): Minor => (status === 'open' ? total - credited : 0);
