import type { SubgraphContext } from '#db/context.ts';
import type { SoldBooking } from '#subgraphs/checkout/index.ts';
import type { DemoUnit } from './plan-stays.ts';

/** The demo hotel with its bookings, for the parts of its day. */
export interface DemoHotel {
  readonly storefrontId: number;
  readonly teamId: number;
  /** A context in which the hotel's owner acts, now or at another time. */
  readonly owner: (at?: Date) => SubgraphContext;
  /** A context in which guests act on the hotel's pages. */
  readonly guest: (at?: Date) => SubgraphContext;
  readonly units: readonly (DemoUnit & { readonly propertyId: number })[];
  readonly bookings: readonly SoldBooking[];
  readonly today: Temporal.PlainDate;
  readonly timeZone: string;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/** Throws if a command refused, because a demo must not lack a part of its day silently. */
export function must<Result extends { readonly userErrors: readonly { readonly message: string }[] }>(
  result: Result,
): Result {
  if (result.userErrors.length > 0)
    throw new Error(result.userErrors.map(({ message }) => message).join(' '));
  return result;
}
