import { newUuid } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { ask } from './developer.ts';
import type { TestPlatform } from './platform.ts';
import { daysAhead } from './stays.ts';

/** A guest as an agent names them. */
export interface Guest {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber?: string;
}

/** A guest's booking. */
export interface GuestBooking {
  readonly id: string;
  readonly checkoutId: string;
  readonly contactId: number;
}

/** Books at a demo team's storefront as any number of guests, even concurrently, without conflicts. */
export async function openReception({ execute, database }: TestPlatform, team: string) {
  await database.query('UPDATE catalog.night SET total = 10000');
  await database.query('UPDATE catalog.storefront SET max_holds_per_guest = 1000');
  const [found] = await database.query<{ storefront: number; team: number; unit: number }>(
    `SELECT s.id AS storefront, s.team_id AS team, min(u.id) AS unit FROM catalog.storefront s
     JOIN catalog.property p ON p.storefront_id = s.id JOIN catalog.unit_type u ON u.property_id = p.id
     WHERE s.domain = $1 GROUP BY s.id`,
    [`${team}.localhost`],
  );
  if (!found) throw new Error(`There is no storefront of ${team}.`);
  await database.query(
    'UPDATE catalog.night SET min_stay = NULL, closed_to_arrival = false, stop_sell = false WHERE unit_type_id = $1',
    [found.unit],
  );
  const agent: ViewerOf<'agent'> = {
    kind: 'agent',
    storefrontId: found.storefront,
    teamId: found.team,
    surface: 'mcp',
    profile: null,
    address: null,
  };
  const start = async (buyer: Guest): Promise<string> => {
    const itemId = `stay:${found.unit}:${daysAhead(200)}:${daysAhead(202)}:1:0`;
    const idempotency = { key: newUuid(), fingerprint: '0'.repeat(64) };
    const { checkoutCreate } = await ask<{ checkoutCreate: { session: { id: string } } }>(
      { execute },
      agent,
      'mutation ($input: CheckoutCreateInput!) { checkoutCreate(input: $input) { session { id } } }',
      { input: { lines: [{ itemId, quantity: 1 }], buyer, idempotency } },
    );
    return checkoutCreate.session.id;
  };
  const book = async (guest: Guest): Promise<GuestBooking> => {
    const checkoutId = await start(guest);
    const { checkoutComplete } = await ask<{ checkoutComplete: { session: { messages: object[] } } }>(
      { execute },
      agent,
      `mutation ($input: CheckoutCompleteInput!) {
        checkoutComplete(input: $input) { session { buyer { email } messages { content } } } }`,
      { input: { id: checkoutId, idempotency: { key: newUuid(), fingerprint: '0'.repeat(64) } } },
    );
    const [booking] = await database.query<{ id: number; contactId: number }>(
      'SELECT id::float8, contact_id::float8 AS "contactId" FROM checkout.bookings WHERE checkout_id = $1',
      [checkoutId],
    );
    if (!booking) throw new Error(`Nothing was booked: ${JSON.stringify(checkoutComplete)}`);
    return { id: String(booking.id), checkoutId, contactId: booking.contactId };
  };
  return { teamId: found.team, start, book };
}
