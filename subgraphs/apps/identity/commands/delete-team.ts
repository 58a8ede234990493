import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import { dateIn } from '#kit/dates.ts';
import { parseId } from '#kit/ids.ts';
import { chosenTeamId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { tables } from '../../store/tables.ts';
import { CLOSING_MS } from '../domain/member-rules.ts';
import {
  storefrontMaintenanceDocument,
  teamInUseDocument,
  teamSellingDocument,
} from '../operations/generated.ts';
import { TEAM } from '../queries/teams.ts';
import { asMember } from '../steps/as-member.ts';
import { Team } from '../store/entities.ts';
import { revokeWaiting } from '../store/invitations.ts';
import type { Opened } from './create-team.ts';

/**
 * Starts closing the selected team: its storefronts close for maintenance immediately, and `reopenTeam` can
 * undo this for 30 days. Refuses with `NOT_FOUND` for another team, `INVALID` if `confirm` isn't its slug, or
 * `TEAM_IN_USE` if it has upcoming bookings or pending money (docs/interface/teams.md#closing).
 */
export async function deleteTeam(
  ctx: SubgraphContext,
  { id, confirm }: { readonly id: string; readonly confirm: string },
): Promise<Opened> {
  if (parseId(id) !== chosenTeamId(ctx)) return refuse('NOT_FOUND', "This isn't the selected team.", ['id']);
  const open = await openOf(ctx);
  if (open.refusal) return open.refusal;
  const named = await asMember(ctx, [], (em, { teamId }) => expectSlug(em, teamId, confirm));
  if (named.userErrors.length > 0) return named;
  await setMaintenance(ctx, open.storefronts, true);
  // Sales by agents, or by the team itself, that began before the storefronts closed and already have a
  // booking or are about to get one.
  const { teamSellingClose: isTaken } = await ctx.execute(teamSellingDocument, { closing: true }, ctx);
  const late = await openOf(ctx);
  if (isTaken || late.refusal) {
    await ctx.execute(teamSellingDocument, { closing: false }, ctx);
    await setMaintenance(ctx, open.storefronts, false);
    return late.refusal ?? BEING_BOOKED;
  }
  return asMember(ctx, [], async (em, { teamId, role, propertyIds }): Promise<Opened> => {
    const closesAt = new Date(ctx.clock.now().getTime() + CLOSING_MS);
    const team = await tables(em)
      .updateTable('teams')
      .set(({ fn, val }) => ({ status: 'closing', closesAt: fn.coalesce('closesAt', val(closesAt)) }))
      .where('id', '=', teamId)
      .returning(TEAM)
      .executeTakeFirstOrThrow();
    await revokeWaiting(ctx, em, { teamId, invitedBy: null });
    await recordTeamEvent(ctx, em, [teamId], { kind: 'team.closing', subject: team.name });
    return { team: { ...team, role, propertyIds }, userErrors: NONE };
  });
}

const BEING_BOOKED = refuse(
  'TEAM_IN_USE',
  'A stay is being booked right now. Cancel the booking or wait until its guests have left.',
);

async function expectSlug(em: Transaction, teamId: number, confirm: string): Promise<Refused> {
  const { slug } = await em.findOneOrFail(Team, { id: teamId });
  if (slug === confirm) return { userErrors: NONE };
  return refuse('INVALID', "Enter the team's slug to confirm that you want to close it.", ['confirm']);
}

/** Returns the refusal if something keeps the team open, and the storefronts that sell for it. */
async function openOf(ctx: SubgraphContext) {
  // The date in the last time zone, so that a stay in progress never counts as over.
  const today = dateIn('Etc/GMT+12', ctx.clock.now());
  const { hostBookings, hasOpenMoney, storefronts } = await ctx.execute(
    teamInUseDocument,
    { today: today.toString() },
    ctx,
  );
  const [booking] = hostBookings.nodes;
  return {
    storefronts: storefronts.filter(({ maintenance }) => !maintenance),
    refusal: booking
      ? refuse(
          'TEAM_IN_USE',
          `Booking ${booking.reference} isn't over yet. Cancel it or wait until its guests have left.`,
        )
      : hasOpenMoney
        ? refuse('TEAM_IN_USE', "A payment or refund is pending. Wait until it's finished.")
        : null,
  };
}

async function setMaintenance(
  ctx: SubgraphContext,
  storefronts: readonly { readonly id: string }[],
  maintenance: boolean,
): Promise<void> {
  for (const { id } of storefronts)
    await ctx.execute(storefrontMaintenanceDocument, { id, maintenance }, ctx);
}
