import type { ViewerOf } from '#kit/viewer.ts';
import { ask, hostOf } from './developer.ts';
import type { TestPlatform } from './platform.ts';
import { daysAhead } from './stays.ts';

/** A request mutation's result. */
export interface RequestAnswer {
  readonly bookingRequest: {
    readonly id: string;
    readonly status: string;
    readonly version: number;
    readonly quote: { readonly total: number };
    readonly respondBy: string | null;
    readonly booking: { readonly id: string; readonly status: string; readonly total: number } | null;
  } | null;
  readonly total: number | null;
  readonly userErrors: readonly {
    readonly code: string;
    readonly field: readonly string[];
    readonly message: string;
  }[];
}

const FOR_GUESTS =
  '{ bookingRequest { id status version quote { total } } total userErrors { code field message } }';
const FOR_HOSTS =
  '{ bookingRequest { id status version quote { total } respondBy booking { id status total } } total userErrors { code field message } }';

let guests = 0;
export const newRequester = () => {
  guests += 1;
  return { firstName: 'Grace', lastName: 'Hopper', email: `requester-${guests}@example.com` };
};

/**
 * Requests at a demo team's storefront without instant booking: its guests place them, and its host accepts
 * or declines them.
 */
export async function openRequests({ execute, database }: TestPlatform, team: string) {
  const [found] = await database.query<{ storefront: number; team: number; unit: number; units: number }>(
    `SELECT s.id AS storefront, s.team_id AS team, u.id AS unit, u.units FROM catalog.storefront s
     JOIN catalog.property p ON p.storefront_id = s.id JOIN catalog.unit_type u ON u.property_id = p.id
     WHERE s.domain = $1 ORDER BY u.units, u.id LIMIT 1`,
    [`${team}.localhost`],
  );
  if (!found) throw new Error(`There is no storefront of ${team}.`);
  await database.query(
    `UPDATE catalog.night SET min_stay = NULL, max_stay = NULL, closed_to_arrival = false, closed_to_departure = false,
       stop_sell = false WHERE unit_type_id = $1`,
    [found.unit],
  );
  const guest: ViewerOf<'agent'> = {
    kind: 'agent',
    storefrontId: found.storefront,
    teamId: found.team,
    surface: 'direct',
    profile: null,
    address: null,
  };
  const host = hostOf(found.team);
  await ask(
    { execute },
    host,
    'mutation($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }',
    { input: { id: String(found.storefront), instantBooking: false } },
  );
  const run = async (
    viewer: typeof guest | typeof host,
    text: string,
    variables: object,
  ): Promise<RequestAnswer> =>
    (await ask<{ it: RequestAnswer }>({ execute }, viewer, text, variables as Record<string, unknown>)).it;

  const place = (over: object = {}) =>
    run(
      guest,
      `mutation($input: BookingRequestCreateInput!) { it: bookingRequestCreate(input: $input) ${FOR_GUESTS} }`,
      {
        input: {
          unitTypeId: String(found.unit),
          checkIn: daysAhead(100),
          checkOut: daysAhead(102),
          adults: 1,
          children: 0,
          quantity: 1,
          guest: newRequester(),
          termsAccepted: true,
          ...over,
        },
      },
    );
  const tokenOf = async (id: string) => {
    const { it } = await ask<{ it: { verifyToken: string | null } | null }>(
      { execute },
      { kind: 'platform' },
      'query($id: ID!) { it: bookingRequestToMail(id: $id) { verifyToken } }',
      { id },
    );
    return it?.verifyToken ?? '';
  };
  const verify = (id: string, token: string) =>
    run(
      guest,
      `mutation($id: ID!, $token: String!) { it: bookingRequestVerify(id: $id, token: $token) ${FOR_GUESTS} }`,
      {
        id,
        token,
      },
    );
  return {
    ...found,
    guest,
    host,
    place,
    tokenOf,
    verify,
    /** A pending request. */
    async request(over: object = {}) {
      const placed = await place(over);
      const id = placed.bookingRequest?.id;
      if (!id) throw new Error(`No request was placed: ${JSON.stringify(placed.userErrors)}`);
      const { bookingRequest } = await verify(id, await tokenOf(id));
      if (!bookingRequest) throw new Error('The request was not confirmed.');
      return bookingRequest;
    },
    withdraw: (id: string) =>
      run(guest, `mutation($id: ID!) { it: bookingRequestWithdraw(id: $id) ${FOR_GUESTS} }`, { id }),
    accept: (id: string, version = 2, total: number | null = null, viewer = host) =>
      run(
        viewer,
        `mutation($id: ID!, $version: Int!, $total: MinorUnits) {
          it: bookingRequestAccept(id: $id, version: $version, total: $total) ${FOR_HOSTS} }`,
        { id, version, total },
      ),
    decline: (id: string, version = 2, text: string | null = null, viewer = host) =>
      run(
        viewer,
        `mutation($id: ID!, $version: Int!, $text: String) {
          it: bookingRequestDecline(id: $id, version: $version, reason: rules, text: $text) ${FOR_HOSTS} }`,
        { id, version, text },
      ),
    async statusOf(id: string) {
      const [row] = await database.query<{ status: string }>(
        'SELECT status FROM checkout.booking_requests WHERE id = $1',
        [id],
      );
      return row?.status ?? null;
    },
    /** The unit type's held and confirmed units for a night. */
    async takenOn(night: string) {
      const [row] = await database.query<{ held: number; confirmed: number }>(
        'SELECT held, confirmed FROM catalog.night WHERE unit_type_id = $1 AND night = $2',
        [found.unit, night],
      );
      return row ?? { held: 0, confirmed: 0 };
    },
  };
}
