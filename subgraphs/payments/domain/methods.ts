/** Returns a payment app's id in forms (docs/interface/payments.md#opening-a-session). */
export const appMethodId = ({ slug }: { readonly slug: string }): string => `app:${slug}`;

/**
 * True if a payment app can accept a booking's payment: development installs accept payments only for test
 * bookings, so test money never confirms a real stay; other installs accept them only for real bookings
 * (docs/guides/process-payments.md#test-payments).
 */
export const mayTake = (
  app: { readonly isDevInstall: boolean },
  booking: { readonly test: boolean },
): boolean => app.isDevInstall === booking.test;

/** True if the app is offered to the booking's guest. */
export const mayOfferApp = (
  app: { readonly isDevInstall: boolean },
  booking: PayableBooking & { readonly test: boolean },
): boolean => mayTake(app, booking) && !isAtProperty(booking);

/** Returns a session's payment method for its booking's folio: the app, or `other` for a built-in method. */
export const bookedMethod = (session: {
  readonly appSlug: string;
  readonly method: PaymentMethodKind | null;
}): string => (session.method === null ? appMethodId({ slug: session.appSlug }) : 'other');

/** All payment methods without an app, in display order. */
export const METHOD_KINDS = ['pay_at_property', 'bank_transfer', 'test'] as const;
export type PaymentMethodKind = (typeof METHOD_KINDS)[number];

/** Effect on the booking when its guest chooses a method; `PaymentEffect` in the SDL. */
export type PaymentEffect = 'confirm' | 'extend_hold';

/** Replaces an app's slug in payment lists. */
export const BUILT_IN = 'platform';

/** Returns a built-in method's id in forms (docs/interface/payments.md#built-in-methods). */
export const builtInId = (kind: PaymentMethodKind): string => `${BUILT_IN}:${kind}`;

/** Default effects: a bank transfer takes days; the other methods confirm immediately. */
export const DEFAULT_EFFECT: Readonly<Record<PaymentMethodKind, PaymentEffect>> = {
  pay_at_property: 'confirm',
  bank_transfer: 'extend_hold',
  test: 'confirm',
};

/** Default hold, in hours: a SEPA transfer takes at most two working days. */
export const DEFAULT_HOLD_HOURS = 72;

/** True if the test method can be offered: on a sandbox storefront or in the demo, where payments aren't real. */
export const allowsTests = (
  storefront: { readonly sandbox: boolean },
  { seed }: { readonly seed: 'demo' | 'none' },
): boolean => storefront.sandbox || seed === 'demo';

/** Booking fields that determine its payment methods. */
export interface PayableBooking {
  readonly paymentMode: 'now' | 'deposit' | 'at_property';
  /** Null until the booking is confirmed. */
  readonly paidBefore: number | null;
}

/** True if the guest must confirm the booking by accepting payment at the property. */
const isAtProperty = ({ paymentMode, paidBefore }: PayableBooking): boolean =>
  paymentMode === 'at_property' && paidBefore === null;

/**
 * True if a guest is offered a built-in method. A rate plan paid at the property offers exactly that method,
 * even if it isn't enabled for other plans; a deposit or balance can't be deferred to arrival
 * (docs/interface/payments.md#built-in-methods).
 */
export function mayOffer(
  { kind, enabled }: { readonly kind: PaymentMethodKind; readonly enabled: boolean },
  booking: PayableBooking,
): boolean {
  if (isAtProperty(booking)) return kind === 'pay_at_property';
  if (kind !== 'pay_at_property') return enabled;
  return enabled && booking.paymentMode !== 'deposit' && booking.paidBefore === null;
}

/** True if the method is a promise to pay; the test method pays immediately. */
export const isPromise = (kind: PaymentMethodKind | null): boolean => kind !== null && kind !== 'test';

/**
 * Returns a hold's end for a guest who chose a method: `holdHours` after the first choice of any built-in
 * method for the booking, so repeated choices don't extend it (docs/interface/payments.md#built-in-methods).
 */
export const heldUntil = (firstChosenAt: Date, holdHours: number): Date =>
  new Date(firstChosenAt.getTime() + holdHours * 3_600_000);

/**
 * True if a guest who chose a method still has to pay: until the host marks it as paid, and also after the
 * method confirmed the booking immediately.
 */
export const isStillDue = (kind: PaymentMethodKind, effect: PaymentEffect, isConfirmed: boolean): boolean =>
  !isConfirmed || (effect === 'confirm' && kind !== 'test');
