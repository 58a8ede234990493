import type { PaymentMethodKind } from './generated.ts';

/** Names of built-in payment methods, and their meaning for a host. */
export const METHOD_WORDS: Readonly<
  Record<PaymentMethodKind, { readonly name: string; readonly about: string }>
> = {
  pay_at_property: { name: 'Pay at the property', about: 'You collect the amount during the stay.' },
  bank_transfer: { name: 'Bank transfer', about: 'Guests transfer the amount to your account.' },
  test: {
    name: 'Test payment',
    about: 'Guests pay nothing. Use it to try out a booking from start to finish.',
  },
};
