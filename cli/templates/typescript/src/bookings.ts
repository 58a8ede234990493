import type { Booking, QueryBookingArgs } from '@platform/api-types/2026-10';
import { document } from '@platform/app-sdk';
import { platform } from './platform.ts';

/** What is asked of a booking, with the types of the schema. */
type Found = { booking: Pick<Booking, 'id' | 'reference' | 'checkIn' | 'checkOut'> | null };
const FIND = document<Found, QueryBookingArgs>(
  'query ($id: ID!) { booking(id: $id) { id reference checkIn checkOut } }',
);

/** The booking with that id; null if the install does not see it. */
export async function findBooking(id: string): Promise<Found['booking']> {
  return (await platform.request(FIND, { id })).booking;
}

/** The name under which the platform knows this app; undefined if the token is not valid. */
export async function whoAmI(): Promise<string | undefined> {
  const answer = await platform.request(
    document<{ currentApp: { name: string } | null }, Record<string, never>>('{ currentApp { name } }'),
    {},
  );
  return answer.currentApp?.name;
}
