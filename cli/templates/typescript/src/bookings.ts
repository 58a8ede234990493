import type { Booking, QueryBookingArgs } from '@platform/api-types/YYYY-MM';
import { document } from '@platform/app-sdk';
import { platform } from './platform.ts';

/** Booking fields selected by the query, typed by the schema. */
type Found = { booking: Pick<Booking, 'id' | 'reference' | 'checkIn' | 'checkOut'> | null };
const FIND = document<Found, QueryBookingArgs>(
  'query ($id: ID!) { booking(id: $id) { id reference checkIn checkOut } }',
);

/** Returns the booking with that id; null if the install can't access it. */
export async function findBooking(id: string): Promise<Found['booking']> {
  return (await platform.request(FIND, { id })).booking;
}

/** Returns this app's name on the platform; undefined if the token isn't valid. */
export async function whoAmI(): Promise<string | undefined> {
  const answer = await platform.request(
    document<{ currentApp: { name: string } | null }, Record<string, never>>('{ currentApp { name } }'),
    {},
  );
  return answer.currentApp?.name;
}
