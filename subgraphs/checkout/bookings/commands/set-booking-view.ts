import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction, lockName, type Transaction } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import { foldName } from '#kit/text.ts';
import type { MemberRemovedEvent } from '#schema/events.ts';
import type { BookingViewSetInput } from '../../generated.ts';
import { type BookingView, BookingViewEntity } from '../../store/entities.ts';
import { type ViewContent, type ViewFault, viewFaults } from '../domain/booking-view.ts';
import { mayEditView } from '../queries/booking-views.ts';

/** A view mutation's result. */
export interface ViewResult {
  readonly bookingView: BookingView | null;
  readonly userErrors: readonly ViewFault[];
}

/** Maximum number of a team's shared views, and of a member's own. */
const MOST = 50;

/** Adds or replaces a saved view. The activity log has only shared views. See docs/interface/host.md#saved-views. */
export async function setBookingView(ctx: SubgraphContext, input: BookingViewSetInput): Promise<ViewResult> {
  const given = readView(input);
  const faults = viewFaults(given);
  const member = memberOf(ctx);
  if (faults.length > 0) return refuse(...faults);
  if (member === null) return refuse(missing(['input', 'id']));
  return inTransaction(ctx, async (em) => {
    await lockName(em, `booking views of team ${member.teamId}`);
    const views = await em.find(BookingViewEntity, { teamId: member.teamId });
    const id = input.id == null ? null : (parseWideId(input.id) ?? 0);
    const known = id === null ? null : views.find((view) => view.id === id && isOpenTo(view, member));
    if (known === undefined) return refuse(missing(['input', 'id']));
    if (known && !mayEditView(ctx, known)) return refuse(notYours(['input', 'id']));
    const fault = placeFault(given, { known, views, accountId: known?.accountId ?? member.accountId });
    if (fault) return refuse(fault);
    const now = ctx.clock.now();
    if (given.shared || known?.shared) await record(ctx, em, member.teamId, 'booking_view.set', given);
    const changed = { ...given, updatedAt: now };
    if (known) {
      await em.nativeUpdate(BookingViewEntity, { id: known.id }, changed);
      return { bookingView: { ...known, ...changed }, userErrors: [] };
    }
    const bookingView = em.create(BookingViewEntity, { ...member, ...changed, createdAt: now });
    await em.flush();
    return { bookingView, userErrors: [] };
  });
}

/** Removes a saved view. */
export async function removeBookingView(ctx: SubgraphContext, id: string): Promise<ViewResult> {
  const member = memberOf(ctx);
  if (member === null) return refuse(missing(['id']));
  return inTransaction(ctx, async (em) => {
    await lockName(em, `booking views of team ${member.teamId}`);
    const known = await em.findOne(BookingViewEntity, { id: parseWideId(id) ?? 0, teamId: member.teamId });
    if (!known || !isOpenTo(known, member)) return refuse(missing(['id']));
    if (!mayEditView(ctx, known)) return refuse(notYours(['id']));
    await em.nativeDelete(BookingViewEntity, { id: known.id });
    if (known.shared) await record(ctx, em, member.teamId, 'booking_view.removed', known);
    return { bookingView: known, userErrors: [] };
  });
}

/** Deletes a former member's own views. Views that they shared stay with the team. */
export async function removeMembersViews(
  ctx: SubgraphContext,
  { teamId, accountId }: MemberRemovedEvent,
): Promise<void> {
  await inTransaction(ctx, async (em) => {
    await em.nativeDelete(BookingViewEntity, { teamId, accountId, shared: false });
  });
}

interface Place {
  readonly known: BookingView | null;
  readonly views: readonly BookingView[];
  /** The view's member. */
  readonly accountId: number;
}

/** Returns why a view can't be saved next to those that its readers see. */
function placeFault({ name, shared }: ViewContent, { known, views, accountId }: Place): ViewFault | null {
  const others = views.filter(({ id }) => id !== known?.id);
  const seen = others.filter((other) => other.shared || other.accountId === accountId);
  if (seen.some((other) => foldName(other.name) === foldName(name)))
    return { field: ['input', 'name'], message: 'Another view has this name.', code: 'TAKEN' };
  const among = seen.filter((other) => other.shared === shared);
  if (among.length < MOST || known?.shared === shared) return null;
  return {
    field: ['input'],
    message: `${shared ? 'A team can share' : 'You can have'} at most ${MOST} views. Remove one first.`,
    code: 'LIMIT_REACHED',
  };
}

/** Reads a view to save. */
function readView({ name, shared, filter, order, columns }: BookingViewSetInput): ViewContent {
  return {
    name: name.trim(),
    shared: shared ?? false,
    filter: {
      statuses: [...new Set(filter.statuses ?? [])],
      checkInFrom: filter.checkInFrom?.toString() ?? null,
      checkInUntil: filter.checkInUntil?.toString() ?? null,
      propertyId: filter.propertyId ?? null,
      unitTypeId: filter.unitTypeId ?? null,
      unitId: filter.unitId ?? null,
      source: filter.source ?? null,
      channel: filter.channel ?? null,
      balance: filter.balance ?? null,
    },
    order,
    columns: columns ? [...new Set(columns)] : null,
  };
}

interface Member {
  readonly teamId: number;
  readonly accountId: number;
}

function memberOf({ viewer }: SubgraphContext): Member | null {
  if (viewer.kind !== 'hostUser' || viewer.teamId === null) return null;
  return { teamId: viewer.teamId, accountId: viewer.accountId };
}

const isOpenTo = (view: BookingView, { accountId }: Member): boolean =>
  view.shared || view.accountId === accountId;

const record = (
  ctx: SubgraphContext,
  em: Transaction,
  teamId: number,
  kind: 'booking_view.set' | 'booking_view.removed',
  { name }: Pick<ViewContent, 'name'>,
) => recordTeamEvent(ctx, em, [teamId], { kind, subject: name });

const refuse = (...userErrors: readonly ViewFault[]): ViewResult => ({ bookingView: null, userErrors });

const missing = (field: readonly string[]): ViewFault => ({
  field,
  message: 'This team has no such view.',
  code: 'NOT_FOUND',
});

const notYours = (field: readonly string[]): ViewFault => ({
  field,
  message: 'Only the member who shared this view, a manager or an owner can change it.',
  code: 'ROLE_REQUIRED',
});
