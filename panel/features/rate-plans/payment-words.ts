import { msg } from '@lingui/core/macro';
import { translated } from '../../i18n/translated.ts';
import type { RatePlanPaymentMode } from './generated.ts';

/** Labels for payment modes, as hosts see them. */
export const PAYMENT_WORDS: Readonly<Record<RatePlanPaymentMode, string>> = translated({
  now: msg`In full when booking`,
  deposit: msg`Deposit, the rest later`,
  at_property: msg`At the property`,
});
