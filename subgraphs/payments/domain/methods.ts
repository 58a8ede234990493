/** A payment app as a form names it (docs/interface/payments.md#opening-a-session). */
export const appMethodId = ({ slug }: { readonly slug: string }): string => `app:${slug}`;

/**
 * Whether an installed payment app may take the payment of a booking: installs for development take test bookings and
 * nothing else, so test money never confirms a real stay; real money is never asked for a test
 * (docs/guides/process-payments.md#test-payments).
 */
export const mayTake = (
  app: { readonly isDevInstall: boolean },
  booking: { readonly test: boolean },
): boolean => app.isDevInstall === booking.test;

/** Whether it is offered to the guest of a booking. */
export const mayOfferApp = (
  app: { readonly isDevInstall: boolean },
  booking: PayableBooking & { readonly test: boolean },
): boolean => mayTake(app, booking) && !isAtProperty(booking);

/** Every way to pay that needs no app, in the order in which guests read them. */
export const METHOD_KINDS = ['pay_at_property', 'bank_transfer', 'test'] as const;
export type PaymentMethodKind = (typeof METHOD_KINDS)[number];

/** What happens to a booking whose guest chooses a method; `PaymentEffect` of the SDL. */
export type PaymentEffect = 'confirm' | 'extend_hold';

/** In place of an app's slug, in lists of payments. */
export const BUILT_IN = 'platform';

/** A built-in method as a form names it (docs/interface/payments.md#built-in-methods). */
export const builtInId = (kind: PaymentMethodKind): string => `${BUILT_IN}:${kind}`;

/** What a method does where its host did not choose: money of a transfer takes days, the rest is agreed at once. */
export const DEFAULT_EFFECT: Readonly<Record<PaymentMethodKind, PaymentEffect>> = {
  pay_at_property: 'confirm',
  bank_transfer: 'extend_hold',
  test: 'confirm',
};

/** Hours a booking is held for where the host did not choose: a transfer within the SEPA area takes two working days at most. */
export const DEFAULT_HOLD_HOURS = 72;

/** Where the test method may be offered: nothing there is real. */
export const allowsTests = (
  storefront: { readonly sandbox: boolean },
  { seed }: { readonly seed: 'demo' | 'none' },
): boolean => storefront.sandbox || seed === 'demo';

/** What of a booking decides how its guest may pay. */
export interface PayableBooking {
  readonly paymentMode: 'now' | 'deposit' | 'at_property';
  /** Null until the booking is confirmed. */
  readonly paidBefore: number | null;
}

/** Whether the guest is to confirm the booking by agreeing to pay at the property, and in no other way. */
const isAtProperty = ({ paymentMode, paidBefore }: PayableBooking): boolean =>
  paymentMode === 'at_property' && paidBefore === null;

/**
 * Whether a guest is offered a built-in method: of a plan that is paid at the property exactly that one, enabled for others or not; a
 * deposit and a balance are not put off until arrival (docs/interface/payments.md#built-in-methods).
 */
export function mayOffer(
  { kind, enabled }: { readonly kind: PaymentMethodKind; readonly enabled: boolean },
  booking: PayableBooking,
): boolean {
  if (isAtProperty(booking)) return kind === 'pay_at_property';
  if (kind !== 'pay_at_property') return enabled;
  return enabled && booking.paymentMode !== 'deposit' && booking.paidBefore === null;
}

/** Whether a method brings money at once, as a test does; any other is a promise to pay. */
export const isPromise = (kind: PaymentMethodKind | null): boolean => kind !== null && kind !== 'test';

/**
 * Until when a booking is held for a guest who chose a method: `holdHours` from their first choice of any built-in method of
 * this booking, so that choosing again and again holds it no longer (docs/interface/payments.md#built-in-methods).
 */
export const heldUntil = (firstChosenAt: Date, holdHours: number): Date =>
  new Date(firstChosenAt.getTime() + holdHours * 3_600_000);

/** Whether a guest who chose a method still has to pay: until the host marks it as paid, and after a booking that it confirmed at once. */
export const isStillDue = (kind: PaymentMethodKind, effect: PaymentEffect, isConfirmed: boolean): boolean =>
  !isConfirmed || (effect === 'confirm' && kind !== 'test');
