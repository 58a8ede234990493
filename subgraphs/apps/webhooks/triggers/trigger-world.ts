import type { SubgraphContext } from '#db/context.ts';
import { dateIn } from '#kit/dates.ts';
import type { Caller } from '#kit/execute.ts';
import { bookStay } from './book-stay.ts';
import { CannotCause } from './cannot-cause.ts';
import {
  type BookingDay,
  nightToTriggerDocument,
  teamToTriggerDocument,
  triggerDayDocument,
  triggerPaymentDocument,
  triggerSessionDocument,
  triggerTaskDocument,
} from './generated.ts';
import type { TriggerCaller } from './trigger-caller.ts';

/** Days from today to a night that is probably still unbooked. */
const DAYS_AHEAD = 300;

export const hostOf = ({ requestId }: SubgraphContext, { accountId, teamId }: TriggerCaller): Caller => ({
  viewer: { kind: 'hostUser', accountId, sessionId: 0, teamId, role: 'owner', operator: false },
  requestId,
});

export async function teamOf(ctx: SubgraphContext, caller: TriggerCaller) {
  const { storefronts, properties, taskTypes } = await ctx.execute(
    teamToTriggerDocument,
    {},
    hostOf(ctx, caller),
  );
  const open = (taskTypes ?? []).filter(({ state }) => state === 'enabled');
  return { storefronts, property: properties?.nodes[0], taskTypes: open };
}

export async function storefrontOf(ctx: SubgraphContext, caller: TriggerCaller) {
  const { storefronts } = await teamOf(ctx, caller);
  const storefront = storefronts.find(({ sandbox }) => sandbox) ?? storefronts[0];
  if (!storefront) throw new CannotCause('The team has no storefront that takes bookings.');
  return { teamId: caller.teamId, storefrontId: storefront.id, ...storefront };
}

/** Finds a storefront where guests and money aren't real. */
export async function sandboxOf(ctx: SubgraphContext, caller: TriggerCaller) {
  const storefront = await storefrontOf(ctx, caller);
  if (storefront.sandbox) return storefront;
  throw new CannotCause(
    'The team has no sandbox storefront, and bookings elsewhere have real guests and payments.',
  );
}

export async function beginDay(
  ctx: SubgraphContext,
  caller: TriggerCaller,
  day: BookingDay,
): Promise<string> {
  const { id, reference, what } = await bookStay(ctx, await sandboxOf(ctx, caller));
  throwFirst(
    (await ctx.execute(triggerPaymentDocument, { id }, hostOf(ctx, caller))).bookingMarkPaid.userErrors,
  );
  await ctx.execute(triggerDayDocument, { id, day }, hostOf(ctx, caller));
  const begun = day === 'check_in' ? 'its check-in day began' : 'its guests checked in and out';
  return `${reference} was booked: ${what}, marked as paid by the host, and ${begun} ahead of time.`;
}

/** Books in the sandbox and requests the app's payment page, like a guest who chose the app. */
export async function openPayment(ctx: SubgraphContext, caller: TriggerCaller) {
  const storefront = await sandboxOf(ctx, caller);
  const booked = await bookStay(ctx, storefront);
  const page = new URL(`/bookings/${booked.permalinkId}`, caller.origin);
  page.hostname = storefront.domain;
  const { paymentSessionOpen: opened } = await ctx.execute(
    triggerSessionDocument,
    {
      input: {
        storefrontId: storefront.id,
        permalinkId: booked.permalinkId,
        method: `app:${caller.app}`,
        pageUrl: page.href,
      },
    },
    { viewer: { kind: 'public' }, requestId: ctx.requestId },
  );
  if (opened.refusal === 'method_not_found') {
    throw new CannotCause(
      "The app doesn't take payments: its type isn't payment, or it declares no endpoint.",
    );
  }
  return { ...booked, ...opened };
}

export async function createTask(
  ctx: SubgraphContext,
  caller: TriggerCaller,
  { property }: Awaited<ReturnType<typeof teamOf>>,
  taskType: string,
): Promise<{ readonly id: string; readonly place: string }> {
  if (!property) throw new CannotCause('The team has no property to create a task for.');
  const dueAt = new Date(ctx.clock.now().getTime() + 86_400_000).toISOString();
  const input = { taskType, propertyId: property.id, dueAt };
  const { taskCreate } = await ctx.execute(triggerTaskDocument, { input }, hostOf(ctx, caller));
  const { task, userErrors } = taskCreate ?? { task: null, userErrors: [] };
  throwFirst(userErrors);
  return { id: task?.id ?? '', place: property.name };
}

/** Returns a night of the team's first unit type, with its current rates. */
export async function nightOf(ctx: SubgraphContext, caller: TriggerCaller) {
  const { property } = await teamOf(ctx, caller);
  const unitType = property?.unitTypes[0];
  if (!unitType) throw new CannotCause('The team has no unit type whose nights can be set.');
  const night = dateIn('UTC', ctx.clock.now()).add({ days: DAYS_AHEAD }).toString();
  const variables = { unitTypeId: unitType.id, night };
  const now = (await ctx.execute(nightToTriggerDocument, variables, hostOf(ctx, caller))).rates?.nodes[0];
  if (!now) throw new CannotCause(`"${unitType.name}" isn't on sale on ${night}.`);
  return { unitTypeId: unitType.id, night, ...now, where: unitType.name };
}

export function throwFirst(userErrors: readonly { readonly message: string }[]): void {
  const [first] = userErrors;
  if (first) throw new CannotCause(first.message);
}
