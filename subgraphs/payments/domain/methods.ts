/**
 * Whether an installed payment app may take the payment of a booking: installs for development take test bookings and
 * nothing else, so test money never confirms a real stay; real money is never asked for a test
 * (docs/payments.md#test-payments).
 */
export const mayTake = (
  app: { readonly isDevInstall: boolean },
  booking: { readonly test: boolean },
): boolean => app.isDevInstall === booking.test;
