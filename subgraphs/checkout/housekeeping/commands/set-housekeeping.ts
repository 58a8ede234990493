import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { inTransaction } from '#db/transaction.ts';
import { hasCardNumber } from '#kit/card-numbers.ts';
import { dateIn, nightsBetween } from '#kit/dates.ts';
import { MAX_RANGE } from '#schema/limits.ts';
import { teamOf } from '../../access.ts';
import { lockAssignments } from '../../bookings/steps/lock-assignments.ts';
import type { UnitHousekeepingSetInput } from '../../generated.ts';
import { unitPlacesDocument } from '../operations/generated.ts';
import { syncClosureNow } from '../operations/sync-closure.ts';
import { displaceBookings, lockConcerned } from '../steps/displace-bookings.ts';
import { lockStatus, writeStatus } from '../steps/write-status.ts';

/** Result of setting a unit's housekeeping: the unit's id, or the errors. */
export interface HousekeepingResult {
  readonly unit: { readonly id: string } | null;
  readonly userErrors: readonly {
    readonly field: readonly string[];
    readonly message: string;
    readonly code: string;
  }[];
}

const LONGEST_REASON = 200;

/**
 * Sets a unit's housekeeping status. Out of order closes the unit's nights and is never refused because of bookings:
 * they keep their dates and price but lose the unit. Any other status opens the nights and gives the unit back.
 * Codes: `NOT_FOUND`, `INVALID`, `ROLE_REQUIRED`, `CARD_DATA`. See docs/interface/housekeeping.md.
 */
export async function setHousekeeping(
  ctx: SubgraphContext,
  input: UnitHousekeepingSetInput,
): Promise<HousekeepingResult> {
  const fault = faultOf(ctx, input);
  if (fault) return fault;
  const { unitPlaces } = await ctx.execute(unitPlacesDocument, { ids: [input.unitId] }, ctx);
  const [place] = unitPlaces;
  const teamId = teamOf(ctx.viewer);
  if (!place || teamId === null) return refuse('unitId', 'NOT_FOUND', 'This team has no such unit.');
  const { timeZone, name } = place;
  const out = nightsOf(input);
  if (out && out.until < dateIn(timeZone, ctx.clock.now()).toString()) {
    return refuse('until', 'INVALID', 'The last night out of order is over.');
  }
  const unit = {
    unitId: Number(place.id),
    teamId,
    propertyId: Number(place.propertyId),
    unitTypeId: Number(place.unitTypeId),
    timeZone,
  };
  await inTransaction(ctx, async (em) => {
    await lockAssignments(em, unit.propertyId);
    await lockConcerned(em, unit, out);
    const before = await lockStatus(ctx, em, unit);
    const displaced = await displaceBookings(ctx, em, unit, { out, before: before.displaced });
    const status = input.status === 'out_of_order' ? before.status : input.status;
    const hasNights = out !== null || before.outFrom !== null;
    await writeStatus(ctx, em, before, {
      status,
      outFrom: out?.from ?? null,
      outUntil: out?.until ?? null,
      outReason: out ? (input.reason?.trim() ?? null) : null,
      displaced,
      ...(hasNights && { nightsVersion: before.nightsVersion + 1, nightsSynced: false }),
    });
    await recordTeamEvent(ctx, em, [teamId], {
      kind: 'unit.housekeeping_set',
      subject: name,
      change: out ? `out of order from ${out.from} to ${out.until}` : status,
    });
  });
  await syncClosureNow(ctx, unit.unitId);
  return { unit: { id: place.id }, userErrors: [] };
}

const nightsOf = ({ status, from, until }: UnitHousekeepingSetInput) =>
  status === 'out_of_order' && from && until ? { from: from.toString(), until: until.toString() } : null;

/** Housekeeping sets clean and dirty, the front desk also inspected, and managers also out of order. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  housekeeping: ['clean', 'dirty'],
  front_desk: ['clean', 'dirty', 'inspected'],
};

function faultOf(
  { viewer }: SubgraphContext,
  { status, from, until, reason }: UnitHousekeepingSetInput,
): HousekeepingResult | null {
  const allowed = viewer.kind === 'hostUser' ? OTHERS[viewer.role ?? ''] : undefined;
  if (allowed && !allowed.includes(status)) {
    return refuse('status', 'ROLE_REQUIRED', 'Only a manager or an owner can set this status.');
  }
  if (status !== 'out_of_order') {
    const extra = from ? 'from' : until ? 'until' : reason ? 'reason' : null;
    return extra && refuse(extra, 'INVALID', 'Only a unit that is out of order has nights and a reason.');
  }
  if (!from || !until) {
    return refuse(from ? 'until' : 'from', 'INVALID', 'Give the first and the last night out of order.');
  }
  const nights = nightsBetween(from, until) + 1;
  if (nights < 1 || nights > MAX_RANGE) {
    return refuse('until', 'INVALID', `A unit can be out of order for 1 to ${MAX_RANGE} nights.`);
  }
  if ((reason?.length ?? 0) > LONGEST_REASON) {
    return refuse('reason', 'INVALID', `A reason has at most ${LONGEST_REASON} characters.`);
  }
  return reason && hasCardNumber(reason)
    ? refuse('reason', 'CARD_DATA', 'A reason must not contain a card number.')
    : null;
}

const refuse = (
  argument: keyof UnitHousekeepingSetInput,
  code: string,
  message: string,
): HousekeepingResult => ({ unit: null, userErrors: [{ field: ['input', argument], message, code }] });
