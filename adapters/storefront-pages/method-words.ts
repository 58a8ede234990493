import type { PaymentEffect, PaymentMethodKind } from './generated.ts';

/** A method that needs no app, as it is offered. */
export interface BuiltIn {
  readonly kind: PaymentMethodKind;
  readonly effect: PaymentEffect | null;
  readonly holdHours: number | null;
}

/** Names of the methods that need no app. */
export const METHOD_NAMES: Readonly<Record<PaymentMethodKind, string>> = {
  pay_at_property: 'Pay at the property',
  bank_transfer: 'Bank transfer',
  test: 'Test payment',
};

/** What happens to a guest's booking who chooses a method. */
export const METHOD_PROMISES: Readonly<Record<PaymentMethodKind, (method: BuiltIn) => string>> = {
  pay_at_property: (method) =>
    method.effect === 'confirm'
      ? 'Your booking is confirmed at once. You pay during your stay.'
      : `Your nights are held for up to ${duration(method.holdHours)}, until the host confirms.`,
  bank_transfer: (method) =>
    method.effect === 'confirm'
      ? 'Your booking is confirmed at once. You see where to transfer the amount.'
      : `You see where to transfer the amount. Your nights are held for up to ${duration(method.holdHours)}.`,
  test: () => 'No money moves.',
};

/** `72` hours as a person says it: "3 days". */
function duration(hours: number | null): string {
  if (hours === null) return 'some time';
  if (hours % 24 === 0 && hours > 24) return `${hours / 24} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
