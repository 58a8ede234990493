import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byInstant, microsecondsOf, readingSlice } from '#db/slice.ts';
import { reader, type Transaction } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { parseId } from '#kit/ids.ts';
import { chosenTeamId, panelUserId } from '../../access.ts';
import type { OpenInvitation } from '../../generated.ts';
import { type Tables, tables } from '../../store/tables.ts';
import { MOST_INVITATIONS, MOST_LISTED } from '../domain/invitations.ts';
import { type InvitationRow, invitationColumns, isNamed, isWaiting } from '../store/invitations.ts';
import type { MemberRow } from '../store/member-row.ts';

/** Team members: `a` is the account, `m` the membership. */
const members = (em: EntityManager, teamId: number) =>
  tables(em)
    .selectFrom('memberships as m')
    .innerJoin('accounts as a', 'a.id', 'm.accountId')
    .select(['a.id', 'a.name', 'a.email', 'm.createdAt as joinedAt', 'm.role', 'm.propertyIds'])
    .where('m.teamId', '=', teamId);

const { exists, selectFrom } = expressionBuilder<Tables, never>();

/** True if the caller belongs to the selected team: other teams' members aren't shown. */
const onChosenTeam = (ctx: SubgraphContext) =>
  exists(
    selectFrom('memberships as own')
      .select('own.teamId')
      .where('own.teamId', '=', chosenTeamId(ctx))
      .where('own.accountId', '=', panelUserId(ctx)),
  );

/** Returns a page of the selected team's members, in the order they joined. */
export async function findMembers(ctx: SubgraphContext, listing: Listing): Promise<Page<MemberRow>> {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, byInstant('m.created_at', 'm.account_id'));
  const rows = await members(reader(ctx), chosenTeamId(ctx))
    .select(microsecondsOf('m.created_at').as('joinedUs'))
    .where(onChosenTeam(ctx))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ joinedUs, id }) => [joinedUs, id]);
}

/** Returns a team member; null if the account isn't one. Runs in the caller's transaction. */
export async function findMember(
  em: Transaction,
  { accountId, teamId }: { readonly accountId: number; readonly teamId: number },
): Promise<MemberRow | null> {
  return (await members(em, teamId).where('m.accountId', '=', accountId).executeTakeFirst()) ?? null;
}

/** Returns the name of a member of the selected team; null if the account isn't one. */
export async function memberName(ctx: SubgraphContext, id: string): Promise<string | null> {
  const member = await members(reader(ctx), chosenTeamId(ctx))
    .where('m.accountId', '=', parseId(id) ?? 0)
    .where(onChosenTeam(ctx))
    .executeTakeFirst();
  return member?.name ?? null;
}

/** Roles that do tasks. */
const TASK_ROLES = ['owner', 'manager', 'front_desk', 'housekeeping'] as const;

const MOST_ASSIGNABLE = 200;

/** Lists the selected team's members who can do tasks at a property, by name. */
export async function findAssignable(ctx: SubgraphContext, propertyId: string) {
  const found = await members(reader(ctx), chosenTeamId(ctx))
    .where('m.role', 'in', TASK_ROLES)
    .where(sql<boolean>`(m.property_ids IS NULL OR ${parseId(propertyId) ?? 0} = ANY (m.property_ids))`)
    .where(onChosenTeam(ctx))
    .orderBy('a.name')
    .orderBy('a.id')
    .limit(MOST_ASSIGNABLE)
    .execute();
  return found.map(({ id, name, role }) => ({ accountId: String(id), name, role }));
}

/**
 * Returns the selected team's open invitations, newest first; with `ended`, also those that ended in the last
 * 30 days.
 */
export async function findInvitations(
  ctx: SubgraphContext,
  { ended }: { readonly ended: boolean },
): Promise<readonly InvitationRow[]> {
  return tables(reader(ctx))
    .selectFrom('team_invitations')
    .select(invitationColumns(ctx))
    .where('teamId', '=', chosenTeamId(ctx))
    .where(onChosenTeam(ctx))
    .$if(!ended, (all) => all.where(isWaiting(ctx)))
    .orderBy('id', 'desc')
    .limit(ended ? MOST_LISTED : MOST_INVITATIONS)
    .execute();
}

/** Returns a link's invitation, by the token's SHA-256; null if used, revoked or expired. */
export async function findOpenInvitation(
  ctx: SubgraphContext,
  tokenHash: string,
): Promise<OpenInvitation | null> {
  const accountId = ctx.viewer.kind === 'hostUser' ? ctx.viewer.accountId : null;
  const invitation = await tables(reader(ctx))
    .selectFrom('team_invitations')
    .innerJoin('teams as t', 't.id', 'team_invitations.teamId')
    .innerJoin('accounts as a', 'a.id', 'team_invitations.invitedBy')
    .select(['t.slug as team', 't.name as teamName', 'a.name as invitedBy', 'team_invitations.role'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('memberships as m')
          .select('m.teamId')
          .whereRef('m.teamId', '=', 't.id')
          .where('m.accountId', '=', accountId),
      )
        .$castTo<boolean>()
        .as('isMember'),
    )
    .where(isNamed(tokenHash))
    .where(isWaiting(ctx))
    .where('t.status', '=', 'active')
    .executeTakeFirst();
  return invitation ?? null;
}
