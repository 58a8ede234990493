import { demoHost } from './app-world.ts';
import { ask, type Developer } from './developer.ts';
import type { TestPlatform } from './platform.ts';
import { daysAhead } from './stays.ts';

/** The demo team's property Seehof, with one unit type, where guests are checked in and out by hand. */
export interface DeskWorld {
  readonly host: Developer;
  readonly propertyId: string;
  readonly unitTypeId: string;
  readonly units: readonly { readonly id: string; readonly name: string }[];
  /** Enters a paid booking from and until days from today. */
  readonly enter: (from: number, until: number, guest: string) => Promise<EnteredBooking>;
  /** Makes a booking begin and end that many days earlier than it was entered. */
  readonly shift: (booking: EnteredBooking, days: number) => Promise<void>;
  /** Runs an operation as the team's owner. */
  readonly run: <T>(text: string, variables?: Readonly<Record<string, unknown>>) => Promise<T>;
}

/** A booking of Seehof. */
export interface EnteredBooking {
  readonly id: string;
  readonly reference: string;
  readonly permalinkId: string;
}

/** Adds Seehof to the lakeside demo team. */
export async function openDeskWorld(platform: TestPlatform, units = 3): Promise<DeskWorld> {
  const host = await demoHost(platform, 'lakeside');
  const run: DeskWorld['run'] = (text, variables = {}) => ask(platform, host.host, text, variables);
  const property = await run<{ made: { property: { id: string } } }>(
    'mutation($input: PropertyCreateInput!) { made: propertyCreate(input: $input) { property { id } } }',
    {
      input: {
        name: 'Seehof',
        currency: 'EUR',
        timeZone: 'Europe/Zurich',
        address: { locality: 'Brienz', country: 'CH' },
      },
    },
  );
  const propertyId = property.made.property.id;
  await run(
    'mutation($input: PropertyUpdateInput!) { propertyUpdate(input: $input) { userErrors { message } } }',
    { input: { id: propertyId, manualCheckIn: true } },
  );
  const type = await run<{ made: { unitType: { id: string; namedUnits: DeskWorld['units'] } } }>(
    'mutation($input: UnitTypeCreateInput!) { made: unitTypeCreate(input: $input) { unitType { id namedUnits { id name } } } }',
    { input: { propertyId, name: 'Lake room', maxGuests: 4, units, baseRate: 10_000 } },
  );
  const { id: unitTypeId, namedUnits } = type.made.unitType;
  return {
    host,
    propertyId,
    unitTypeId,
    units: namedUnits,
    run,
    async enter(from, until, guest) {
      const [firstName = '', lastName = ''] = guest.split(' ');
      const { made } = await run<{ made: { booking: EnteredBooking } }>(
        `mutation($input: BookingCreateInput!) {
          made: bookingCreate(input: $input) { booking { id reference permalinkId } userErrors { message } } }`,
        {
          input: {
            unitTypeId,
            checkIn: daysAhead(from),
            checkOut: daysAhead(until),
            adults: 2,
            payment: 'paid',
            guest: { firstName, lastName, email: `${firstName}@example.com`.toLowerCase() },
          },
        },
      );
      return made.booking;
    },
    async shift({ id }, days) {
      await platform.database.query(
        'UPDATE checkout.bookings SET check_in = check_in - $2::int, check_out = check_out - $2::int WHERE id = $1',
        [Number(id), days],
      );
    },
  };
}
