import { storefrontUrl } from '../../format/storefront-url.ts';
import type { WelcomeQuery } from './generated.ts';
import { progressOf } from './progress.ts';

/** Place for a test booking. */
export type TestBooking =
  /** The team's open sandbox, where every booking is a test. */
  | { readonly url: string }
  /** The property to copy, because the team has no sandbox yet. */
  | { readonly propertyId: string };

/** Returns the place for a test booking, which is never the real site; null until guests can book there. */
export function testBookingOf(data: WelcomeQuery): TestBooking | null {
  const sandbox = data.storefronts.find(({ sandbox, status }) => sandbox && status !== 'closed');
  if (sandbox) return { url: storefrontUrl(sandbox.domain, '/') };
  const { storefront, property, unitType, done } = progressOf(data);
  if (!storefront || !property || !unitType || !done.live) return null;
  return { propertyId: property.id };
}
