import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type Given, prepared } from '#db/typed.ts';
import { isSlug } from '#manifest/slug.ts';
import { tables } from '../../store/tables.ts';
import type { AccountRow } from './accounts.ts';
import { FACTOR_IS_MISSING, type OwnTeamRow } from './teams.ts';

/** A person signed in to the host panel. */
export interface HostSessionRow {
  readonly id: number;
  readonly expiresAt: Date;
  readonly elevated: boolean;
  readonly elevatedUntil: Date | null;
  readonly unverified: boolean;
  readonly account: AccountRow;
  /** The requested team, if the account belongs to it. */
  readonly team: OwnTeamRow | null;
}

/**
 * Returns a cookie's session, by the token's SHA-256, with one of its account's teams; null if it doesn't
 * exist or has ended.
 */
export async function findHostSession(
  ctx: SubgraphContext,
  { tokenHash, teamSlug: given = null }: { readonly tokenHash: string; readonly teamSlug?: string | null },
): Promise<HostSessionRow | null> {
  const teamSlug = given !== null && isSlug(given) ? given : null;
  const [found] = await sessionOf(ctx, { tokenHash, teamSlug, now: ctx.clock.now() });
  if (!found) return null;
  const {
    id,
    expiresAt,
    elevated,
    elevatedUntil,
    accountStatus,
    accountId,
    email,
    accountName,
    operator,
    verifiedAt,
    locale,
    timeZone,
    teamId,
    role,
    ...team
  } = found;
  return {
    id,
    expiresAt,
    elevated,
    elevatedUntil,
    unverified: accountStatus === 'unverified',
    account: { id: accountId, email, name: accountName, operator, verifiedAt, locale, timeZone },
    // An outer join can make any column null; if there's a role, there's a team.
    team: role === null ? null : ({ ...team, id: teamId, role } as OwnTeamRow),
  };
}

interface Named {
  readonly tokenHash: string;
  readonly teamSlug: string | null;
  readonly now: Date;
}

/** Runs on every panel request. */
const sessionOf = prepared(tables, (db, { tokenHash, teamSlug, now }: Given<Named>) =>
  db
    .selectFrom('host_sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.accountId')
    .leftJoin('teams as t', (join) => join.on('t.slug', '=', teamSlug))
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.teamId', '=', 't.id').onRef('m.accountId', '=', 'a.id'),
    )
    .select([
      's.id',
      's.expiresAt',
      's.elevatedUntil',
      'a.id as accountId',
      'a.email',
      'a.name as accountName',
      'a.operator',
      'a.verifiedAt',
      'a.locale',
      'a.timeZone',
      'a.status as accountStatus',
    ])
    .select(sql<boolean>`coalesce(s.elevated_until > ${now}, false)`.as('elevated'))
    .select(['t.id as teamId', 't.slug', 't.name', 't.status', 't.closesAt', 't.requireSecondFactor'])
    .select(['t.suspendedAt', 't.suspensionReason', 'm.role', 'm.propertyIds'])
    .select(FACTOR_IS_MISSING.as('factorMissing'))
    .where('s.tokenHash', '=', tokenHash)
    .where('s.expiresAt', '>', now)
    .where('s.awaitsFactor', '=', false)
    .where('a.status', 'in', ['unverified', 'active']),
);
