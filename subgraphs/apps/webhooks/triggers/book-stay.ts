import type { SubgraphContext } from '#db/context.ts';
import { dateIn } from '#kit/dates.ts';
import { newUuid } from '#kit/ids.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import { CannotCause } from './cannot-cause.ts';
import {
  bookingToTriggerDocument,
  stayToTriggerDocument,
  triggerBookingDocument,
  triggerCheckoutDocument,
} from './generated.ts';

/** Search for a free stay: days until the first check-in tried, and the steps from there. */
const SEARCH = { firstDay: 30, stepDays: 7, steps: 12, nights: 2 } as const;

/** A new booking. */
export interface Booked {
  readonly id: string;
  readonly reference: string;
  readonly permalinkId: string;
  readonly what: string;
  readonly checkIn: string;
  readonly checkOut: string;
  readonly party: { readonly adults: number; readonly children: number };
}

/**
 * Books a storefront's first free stay like an agent, for a fictitious guest; the booking is held and unpaid.
 * Throws CannotCause if no stay is free or the booking is refused.
 */
export async function bookStay(
  ctx: SubgraphContext,
  { teamId, storefrontId }: { readonly teamId: number; readonly storefrontId: string },
): Promise<Booked> {
  const agent = agentAt(ctx, { teamId, storefrontId });
  const stay = await findStay(ctx, agent);
  const email = `guest-${newUuid().slice(0, 8)}@example.com`;
  const buyer = { firstName: 'Test', lastName: 'Guest', email };
  const cart = { lines: [{ itemId: stay.itemId, quantity: 1 }], buyer };
  const { session } = (await ctx.execute(triggerCheckoutDocument, { input: cart }, agent)).checkoutCreate;
  if (!session) throw new CannotCause("The storefront doesn't offer checkouts.");
  const idempotency = { key: newUuid(), fingerprint: '0'.repeat(64) };
  const { checkoutComplete } = await ctx.execute(
    triggerBookingDocument,
    { input: { id: session.id, idempotency } },
    agent,
  );
  const order = checkoutComplete.session?.order;
  if (!order) {
    const [message] = checkoutComplete.session?.messages ?? [];
    throw new CannotCause(`The storefront refused the booking. ${message?.content ?? ''}`);
  }
  const variables = { storefrontId, permalinkId: order.permalinkId };
  const { bookingByPermalink } = await ctx.execute(bookingToTriggerDocument, variables, {
    viewer: { kind: 'public' },
    requestId: ctx.requestId,
  });
  if (!bookingByPermalink) throw new Error(`The booking ${order.reference} wasn't found by its permalink.`);
  return { ...order, ...bookingByPermalink, what: stay.what };
}

/** Returns a caller that books and changes stays at a storefront like an agent. */
export function agentAt(
  { requestId }: Pick<SubgraphContext, 'requestId'>,
  { teamId, storefrontId }: { readonly teamId: number; readonly storefrontId: string },
) {
  const viewer: ViewerOf<'agent'> = {
    kind: 'agent',
    storefrontId: Number(storefrontId),
    teamId,
    surface: 'mcp',
    profile: null,
    address: null,
  };
  return { viewer, requestId };
}

async function findStay(
  ctx: SubgraphContext,
  agent: { readonly viewer: ViewerOf<'agent'>; readonly requestId: string },
): Promise<{ readonly itemId: string; readonly what: string }> {
  const today = dateIn('UTC', ctx.clock.now());
  for (let step = 0; step < SEARCH.steps; step++) {
    const checkIn = today.add({ days: SEARCH.firstDay + step * SEARCH.stepDays });
    const checkOut = checkIn.add({ days: SEARCH.nights });
    const search = { checkIn: checkIn.toString(), checkOut: checkOut.toString(), adults: 2, children: 0 };
    const page = { units: 1, limit: 1 };
    const { offers } = (await ctx.execute(stayToTriggerDocument, { search: { ...search, ...page } }, agent))
      .staySearch;
    if (offers[0]) return { itemId: offers[0].itemId, what: `${offers[0].title} from ${checkIn}` };
  }
  throw new CannotCause('The storefront has no available stay in the coming months.');
}
