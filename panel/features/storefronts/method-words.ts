import { msg } from '@lingui/core/macro';
import { translated } from '../../i18n/translated.ts';
import type { PaymentMethodKind } from './generated.ts';

/** Names of built-in payment methods, and their meaning for a host. */
export const METHOD_WORDS: Readonly<
  Record<PaymentMethodKind, { readonly name: string; readonly about: string }>
> = translated({
  pay_at_property: { name: msg`Pay at the property`, about: msg`You collect the amount during the stay.` },
  bank_transfer: { name: msg`Bank transfer`, about: msg`Guests transfer the amount to your account.` },
  test: {
    name: msg`Test payment`,
    about: msg`Guests pay nothing. Use it to try out a booking from start to finish.`,
  },
});
