import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { recordTeamEvent } from '#db/team-events.ts';
import { dateIn } from '#kit/dates.ts';
import { parseId } from '#kit/ids.ts';
import { chosenTeamId } from '../../access.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { storefrontMaintenanceDocument, teamInUseDocument } from '../../operations/generated.ts';
import { CLOSING_MS } from '../domain/member-rules.ts';
import { TEAM, type TeamRow } from '../queries/teams.ts';
import { revokeWaiting } from '../store/invitations.ts';
import { asMember } from '../store/membership.ts';
import type { Opened } from './open-team.ts';

/**
 * Begins to close the chosen team: its storefronts close for maintenance at once, and for 30 days `reopenTeam` takes it back.
 * Refuses with `NOT_FOUND` for another team, `INVALID` where `confirm` is not its slug, `TEAM_IN_USE` with bookings to come or
 * money that is on its way (docs/interface/teams.md#closing).
 */
export async function deleteTeam(
  ctx: SubgraphContext,
  { id, confirm }: { readonly id: string; readonly confirm: string },
): Promise<Opened> {
  if (parseId(id) !== chosenTeamId(ctx)) return refuse('NOT_FOUND', 'This is not the chosen team.', ['id']);
  const open = await openOf(ctx);
  if (open.refusal) return open.refusal;
  const named = await asMember(ctx, [], (em, { teamId }) => expectSlug(em.getKysely(), teamId, confirm));
  if (named.userErrors.length > 0) return named;
  await setMaintenance(ctx, open.storefronts, true);
  // What agents booked before the storefronts closed.
  const late = await openOf(ctx);
  if (late.refusal) {
    await setMaintenance(ctx, open.storefronts, false);
    return late.refusal;
  }
  return asMember(ctx, [], async (em, { teamId, role, propertyIds }): Promise<Opened> => {
    const closesAt = new Date(ctx.clock.now().getTime() + CLOSING_MS);
    const { rows } = await sql<TeamRow>`
      UPDATE apps.teams t SET status = 'closing', closes_at = coalesce(closes_at, ${closesAt})
      WHERE id = ${teamId} RETURNING ${TEAM}`.execute(em.getKysely<unknown>());
    const [team] = rows;
    if (!team) throw new Error(`Team ${teamId} is locked and not there.`);
    await revokeWaiting(ctx, em, { teamId, invitedBy: null });
    await recordTeamEvent(ctx, em, [teamId], { kind: 'team.closing', subject: team.name });
    return { team: { ...team, role, propertyIds }, userErrors: NONE };
  });
}

type Statements = Parameters<ReturnType<typeof sql>['execute']>[0];

async function expectSlug(db: Statements, teamId: number, confirm: string): Promise<Refused> {
  const { rows } = await sql<{
    readonly slug: string;
  }>`SELECT slug FROM apps.teams WHERE id = ${teamId}`.execute(db);
  if (rows[0]?.slug === confirm) return { userErrors: NONE };
  return refuse('INVALID', 'Write the slug of the team to confirm that it is to be closed.', ['confirm']);
}

/** What keeps the team open, and the storefronts that sell for it. */
async function openOf(ctx: SubgraphContext) {
  // Somewhere it is still yesterday.
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
          `Booking ${booking.reference} is not over yet. Cancel it, or wait until its guests left.`,
        )
      : hasOpenMoney
        ? refuse('TEAM_IN_USE', 'A payment or a refund is on its way. Wait until it is settled.')
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
