import type { RatePlanPaymentMode } from './generated.ts';

/** Labels for payment modes, as hosts see them. */
export const PAYMENT_WORDS: Readonly<Record<RatePlanPaymentMode, string>> = {
  now: 'In full when booking',
  deposit: 'Deposit, the rest later',
  at_property: 'At the property',
};
