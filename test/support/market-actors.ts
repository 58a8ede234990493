import type { Viewer } from '#kit/viewer.ts';
import { HOST } from './catalog.ts';
import type { CheckoutProcess } from './checkout.ts';
import type { Stall } from './market.ts';

/** Actions that end a request's wait. */
export const ANSWERS = ['accept', 'decline', 'withdraw'] as const;

const FIELDS = {
  accept: 'bookingRequestAccept(id: $id, version: 2)',
  decline: 'bookingRequestDecline(id: $id, version: 2, reason: rules)',
  withdraw: 'bookingRequestWithdraw(id: $id)',
} as const;

interface Stay {
  readonly unitType: number;
  readonly quantity: number;
}

const stayOf = (stall: Stall, { unitType, quantity }: Stay) => {
  const [, unitTypeId, checkIn, checkOut] = stall.line(unitType).itemId.split(':');
  return { unitTypeId, checkIn, checkOut, adults: 1, children: 0, quantity };
};

/** Without an account: places and withdraws requests. */
const guestOf = ({ storefrontId }: Stall): Viewer => ({
  kind: 'agent',
  storefrontId,
  teamId: 1,
  surface: 'direct',
  profile: null,
  address: null,
});

type Answered = { readonly it: { readonly [field: string]: { readonly id: string } | null } | null };
const run = async (process: CheckoutProcess, text: string, variables: object, viewer: Viewer) =>
  (await process.run(text, variables, viewer)) as Answered;

/** Requests a stay as a guest, and confirms it by the mail's link; null if the stay wasn't free. */
export async function placeRequest(
  process: CheckoutProcess,
  stall: Stall,
  stay: Stay,
  unique: string,
): Promise<string | null> {
  const guest = {
    firstName: 'Rita',
    lastName: 'Request',
    email: `rita-${unique}-${stall.storefrontId}@example.com`,
  };
  const placed = await run(
    process,
    'mutation M($input: BookingRequestCreateInput!) { it: bookingRequestCreate(input: $input) { bookingRequest { id } } }',
    { input: { ...stayOf(stall, stay), guest, termsAccepted: true } },
    guestOf(stall),
  );
  const id = placed.it?.bookingRequest?.id;
  if (id === undefined) return null;
  const mailed = await process.run(
    'query Q($id: ID!) { it: bookingRequestToMail(id: $id) { verifyToken } }',
    { id },
    { kind: 'platform' },
  );
  const { verifyToken: token } = (mailed as { it: { verifyToken: string } }).it;
  await run(
    process,
    'mutation M($id: ID!, $token: String!) { it: bookingRequestVerify(id: $id, token: $token) { bookingRequest { id } } }',
    { id, token },
    guestOf(stall),
  );
  return id;
}

/** Accepts or declines a request as the host, or withdraws it as its guest; a late action is refused. */
export const answerRequest = (
  process: CheckoutProcess,
  stall: Stall,
  id: string,
  answer: (typeof ANSWERS)[number],
) =>
  run(
    process,
    `mutation M($id: ID!) { it: ${FIELDS[answer]} { bookingRequest { id } } }`,
    { id },
    answer === 'withdraw' ? guestOf(stall) : HOST,
  );

/** Enters a booking as a host on the phone; null if no unit is free. */
export async function enterByPhone(
  process: CheckoutProcess,
  stall: Stall,
  stay: Stay,
): Promise<string | null> {
  const guest = { firstName: 'Phil', lastName: 'Phone' };
  const entered = await run(
    process,
    'mutation M($input: BookingCreateInput!) { it: bookingCreate(input: $input) { booking { id } } }',
    { input: { ...stayOf(stall, stay), guest, payment: 'paid' } },
    HOST,
  );
  return entered.it?.booking?.id ?? null;
}

/** Moves that booking to other units as the same host, or cancels it. */
export const changeByPhone = (process: CheckoutProcess, stall: Stall, id: string, stay: Stay | null) =>
  stay === null
    ? run(
        process,
        'mutation M($id: ID!) { it: bookingCancel(input: { id: $id }) { booking { id } } }',
        { id },
        HOST,
      )
    : run(
        process,
        'mutation M($input: BookingUpdateInput!) { it: bookingUpdate(input: $input) { booking { id } } }',
        { input: { id, ...stayOf(stall, stay) } },
        HOST,
      );
