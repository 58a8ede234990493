import type { SubgraphContext } from '#db/context.ts';
import { dateIn } from '#kit/dates.ts';
import type { Caller } from '#kit/execute.ts';
import type { Triggerable } from '../webhooks/domain/triggers.ts';
import { bookStay } from './book-stay.ts';
import { CannotCause } from './cannot-cause.ts';
import {
  type BookingDay,
  nightToTrigger,
  teamToTrigger,
  triggerCancellation,
  triggerDay,
  triggerExpiry,
  triggerInventory,
  triggerPayment,
  triggerProvider,
  triggerRates,
  triggerSession,
  triggerTask,
  triggerTaskStatus,
} from './generated.ts';

/** The team whose data is used, by whom, for which app. */
export interface Trigger {
  readonly teamId: number;
  readonly accountId: number;
  readonly app: string;
  /** Origin by which the API was reached. */
  readonly origin: string;
}

type Cause = (ctx: SubgraphContext, trigger: Trigger) => Promise<string>;

/** What a host of the team would do for each event. Returns what was done, as a sentence. */
export const CAUSES: Readonly<Record<Triggerable, Cause>> = {
  async 'task.created'(ctx, trigger) {
    const team = await teamOf(ctx, trigger);
    const { id, place } = await createTask(ctx, trigger, team, 'inspection');
    return `Task ${id} (inspection) was created at ${place}.`;
  },

  async 'task.assignment_requested'(ctx, trigger) {
    const team = await teamOf(ctx, trigger);
    const own = team.taskTypes.find(({ providerAppSlug }) => providerAppSlug === trigger.app);
    const free = team.taskTypes.find(({ providerAppSlug }) => providerAppSlug === null);
    const type = own ?? free;
    if (!type) throw new CannotCause('Every task type of the team is already assigned to another app.');
    if (!own) {
      const input = { taskType: type.id, appSlug: trigger.app };
      const { taskTypeProviderSet } = await ctx.execute(triggerProvider, { input }, hostOf(ctx, trigger));
      throwFirst(taskTypeProviderSet.userErrors);
    }
    const { id, place } = await createTask(ctx, trigger, team, type.id);
    const designated = own ? '' : `"${trigger.app}" is now the assignment provider of ${type.id}. `;
    return `${designated}Task ${id} (${type.id}) was created at ${place} and is waiting to be assigned.`;
  },

  async 'task.status_changed'(ctx, trigger) {
    const team = await teamOf(ctx, trigger);
    const type = team.taskTypes.find(({ providerAppSlug }) => providerAppSlug !== trigger.app);
    if (!type)
      throw new CannotCause(
        'Every task type of the team is assigned to the app itself, which moves its tasks.',
      );
    const { id, place } = await createTask(ctx, trigger, team, type.id);
    const moved = await ctx.execute(triggerTaskStatus, { id, status: 'ASSIGNED' }, hostOf(ctx, trigger));
    throwFirst(moved.taskStatusSet.userErrors);
    return `Task ${id} (${type.id}) was created at ${place} and assigned by the host.`;
  },

  async 'booking.created'(ctx, trigger) {
    const { reference, what } = await bookStay(ctx, await storefrontOf(ctx, trigger));
    return `${reference} was booked: ${what}, unpaid.`;
  },

  async 'booking.confirmed'(ctx, trigger) {
    const { id, reference, what } = await bookStay(ctx, await storefrontOf(ctx, trigger));
    const paid = await ctx.execute(triggerPayment, { id }, hostOf(ctx, trigger));
    throwFirst(paid.bookingMarkPaid.userErrors);
    return `${reference} was booked: ${what}, and marked as paid by the host.`;
  },

  async 'booking.cancelled'(ctx, trigger) {
    const { id, reference, what } = await bookStay(ctx, await storefrontOf(ctx, trigger));
    const off = await ctx.execute(triggerCancellation, { id }, hostOf(ctx, trigger));
    throwFirst(off.bookingCancel?.userErrors ?? []);
    return `${reference} was booked: ${what}, and cancelled by the host.`;
  },

  'booking.checked_in': (ctx, trigger) => beginDay(ctx, trigger, 'check_in'),
  'booking.checked_out': (ctx, trigger) => beginDay(ctx, trigger, 'check_out'),

  async payment_session(ctx, trigger) {
    const { reference, refusal, redirectUrl } = await openPayment(ctx, trigger);
    if (refusal) throw new CannotCause(`The payment of ${reference} was requested. ${WHY_NO_PAGE}`);
    return `A payment of ${reference} was opened; the app sends its guest to ${redirectUrl} now.`;
  },

  async 'payment_session.expired'(ctx, trigger) {
    const { id, reference } = await openPayment(ctx, trigger);
    const ended = await ctx.execute(triggerExpiry, { bookingId: id }, hostOf(ctx, trigger));
    if (!ended.paymentSessionsExpire) throw new CannotCause(`There was no open payment of ${reference}.`);
    return `A payment of ${reference} was opened with the app and has expired.`;
  },

  async 'rates.updated'(ctx, trigger) {
    const { unitTypeId, night, rate, where } = await nightOf(ctx, trigger);
    const input = { unitTypeId, from: night, until: night, rate };
    throwFirst((await ctx.execute(triggerRates, { input }, hostOf(ctx, trigger))).ratesSet.userErrors);
    return `The rate of ${where} was set for ${night} to its current value: ${rate}.`;
  },

  async 'availability.updated'(ctx, trigger) {
    const { unitTypeId, night, closed, where } = await nightOf(ctx, trigger);
    const input = { unitTypeId, from: night, until: night, closed };
    const set = await ctx.execute(triggerInventory, { input }, hostOf(ctx, trigger));
    throwFirst(set.inventorySet.userErrors);
    return `The closed units of ${where} were set for ${night} to their current value: ${closed}.`;
  },
};

/** How far ahead a night is that no one has booked yet, most likely. */
const DAYS_AHEAD = 300;

const hostOf = ({ requestId }: SubgraphContext, { accountId, teamId }: Trigger): Caller => ({
  viewer: { kind: 'hostUser', accountId, sessionId: 0, teamId, role: 'owner', operator: false },
  requestId,
});

async function teamOf(ctx: SubgraphContext, trigger: Trigger) {
  const { storefronts, properties, taskTypes } = await ctx.execute(teamToTrigger, {}, hostOf(ctx, trigger));
  const open = (taskTypes ?? []).filter(({ state }) => state === 'enabled');
  return { storefronts, property: properties?.nodes[0], taskTypes: open };
}

async function storefrontOf(ctx: SubgraphContext, trigger: Trigger) {
  const { storefronts } = await teamOf(ctx, trigger);
  const storefront = storefronts.find(({ sandbox }) => sandbox) ?? storefronts[0];
  if (!storefront) throw new CannotCause('The team has no storefront that takes bookings.');
  return { teamId: trigger.teamId, storefrontId: storefront.id, ...storefront };
}

/** A storefront where no one is to be expected and no money moves. */
async function sandboxOf(ctx: SubgraphContext, trigger: Trigger) {
  const storefront = await storefrontOf(ctx, trigger);
  if (storefront.sandbox) return storefront;
  throw new CannotCause(
    'The team has no sandbox storefront: bookings elsewhere have real guests and real payments.',
  );
}

async function beginDay(ctx: SubgraphContext, trigger: Trigger, day: BookingDay): Promise<string> {
  const { id, reference, what } = await bookStay(ctx, await sandboxOf(ctx, trigger));
  throwFirst((await ctx.execute(triggerPayment, { id }, hostOf(ctx, trigger))).bookingMarkPaid.userErrors);
  await ctx.execute(triggerDay, { id, day }, hostOf(ctx, trigger));
  const begun = day === 'check_in' ? 'its check-in day began' : 'its guests checked in and out';
  return `${reference} was booked: ${what}, marked as paid by the host, and ${begun} ahead of time.`;
}

/** Books at the sandbox and asks the app for its payment page, as a guest does who chose it. */
async function openPayment(ctx: SubgraphContext, trigger: Trigger) {
  const storefront = await sandboxOf(ctx, trigger);
  const booked = await bookStay(ctx, storefront);
  const page = new URL(`/bookings/${booked.permalinkId}`, trigger.origin);
  page.hostname = storefront.domain;
  const { paymentSessionOpen: opened } = await ctx.execute(
    triggerSession,
    {
      input: {
        storefrontId: storefront.id,
        permalinkId: booked.permalinkId,
        method: `app:${trigger.app}`,
        pageUrl: page.href,
      },
    },
    { viewer: { kind: 'public' }, requestId: ctx.requestId },
  );
  if (opened.refusal === 'method_not_found') {
    throw new CannotCause('The app takes no payments: its type is not payment, or it declares no endpoint.');
  }
  return { ...booked, ...opened };
}

const WHY_NO_PAGE =
  'The app did not answer {"redirect_url": "https://…"} within 10 seconds: see endpoints.payment_session in app.toml.';

async function createTask(
  ctx: SubgraphContext,
  trigger: Trigger,
  { property }: Awaited<ReturnType<typeof teamOf>>,
  taskType: string,
): Promise<{ readonly id: string; readonly place: string }> {
  if (!property) throw new CannotCause('The team has no property to create a task at.');
  const dueAt = new Date(ctx.clock.now().getTime() + 86_400_000).toISOString();
  const input = { taskType, propertyId: property.id, dueAt };
  const { taskCreate } = await ctx.execute(triggerTask, { input }, hostOf(ctx, trigger));
  const { task, userErrors } = taskCreate ?? { task: null, userErrors: [] };
  throwFirst(userErrors);
  return { id: task?.id ?? '', place: property.name };
}

/** A night of the team's first unit type, as it is sold now. */
async function nightOf(ctx: SubgraphContext, trigger: Trigger) {
  const { property } = await teamOf(ctx, trigger);
  const unitType = property?.unitTypes[0];
  if (!unitType) throw new CannotCause('The team has no unit type whose nights can be set.');
  const night = dateIn('UTC', ctx.clock.now()).add({ days: DAYS_AHEAD }).toString();
  const variables = { unitTypeId: unitType.id, night };
  const now = (await ctx.execute(nightToTrigger, variables, hostOf(ctx, trigger))).rates?.nodes[0];
  if (!now) throw new CannotCause(`"${unitType.name}" is not on sale for ${night}.`);
  return { unitTypeId: unitType.id, night, ...now, where: unitType.name };
}

function throwFirst(userErrors: readonly { readonly message: string }[]): void {
  const [first] = userErrors;
  if (first) throw new CannotCause(first.message);
}
