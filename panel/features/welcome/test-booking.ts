import { addDays, todayIn } from '../../format/dates.ts';
import { storefrontUrl } from '../../format/storefront-url.ts';
import type { WelcomeQuery } from './generated.ts';
import { progressOf } from './progress.ts';

/** Days until the test stay, so that it's seldom in the way of real guests. */
const DAYS_AHEAD = 60;

/** Returns the team's open sandbox, where every booking is a test. */
export const sandboxOf = ({ storefronts }: WelcomeQuery) =>
  storefronts.find(({ sandbox, status }) => sandbox && status !== 'closed');

/**
 * Returns the address for a test booking: the sandbox's site if the team has one, and otherwise the booking
 * form of the first unit type on the real site. Null until guests can book there.
 */
export function testBookingUrl(data: WelcomeQuery): string | null {
  const sandbox = sandboxOf(data);
  if (sandbox) return storefrontUrl(sandbox.domain, '/');
  const { storefront, property, unitType, done } = progressOf(data);
  if (!storefront || !property || !unitType || !done.live || storefront.status !== 'live') return null;
  const checkIn = addDays(todayIn(property.timeZone), DAYS_AHEAD);
  const stay = new URLSearchParams({ check_in: checkIn, check_out: addDays(checkIn, 2) });
  const form = storefront.instantBooking ? 'book' : 'request';
  return storefrontUrl(storefront.domain, `/stays/${unitType.id}/${form}?${stay}`);
}
