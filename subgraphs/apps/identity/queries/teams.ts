import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { type Given, prepared } from '#db/typed.ts';
import type { Role } from '#kit/roles.ts';
import { isSlug } from '#manifest/slug.ts';
import { type Tables, tables } from '../../store/tables.ts';
import type { Team } from '../store/entities.ts';

export interface TeamRow extends Readonly<Pick<Team, Exclude<(typeof TEAM)[number], 'closesAt'>>> {
  /** When it closes, or did; null while it is active. A text where it comes as part of a JSON object. */
  readonly closesAt: Date | string | null;
  /** What the account it was looked up for is on it. */
  readonly role?: Role;
  /** Properties of it that the account's membership is limited to; null for all of them. */
  readonly propertyIds?: readonly number[] | null;
  /** Whether the team asks for a second factor that this account does not have. */
  readonly factorMissing?: boolean;
  /** Since when and why it is suspended; left out where the account does not belong to it. */
  readonly suspendedAt?: Team['suspendedAt'];
  readonly suspensionReason?: Team['suspensionReason'];
}

/** Since when and why an operator keeps a team from changing anything; null where none does, or it is not for the viewer. */
export const suspensionOf = ({
  suspendedAt: at,
  suspensionReason: reason,
}: Pick<TeamRow, 'suspendedAt' | 'suspensionReason'>) =>
  at != null && reason != null ? { at, reason } : null;

/** A team, and what the account it was looked up for is on it. */
export type OwnTeamRow = TeamRow & Required<Pick<TeamRow, 'role' | 'propertyIds'>>;

/** What a statement selects of a `TeamRow`. */
export const TEAM = ['id', 'slug', 'name', 'status', 'closesAt', 'requireSecondFactor'] as const;

/** Whether the team `t` asks for a second factor that the account of the membership `m` does not have. */
export const FACTOR_IS_MISSING: RawBuilder<boolean> = sql`(t.require_second_factor AND NOT EXISTS (
  SELECT 1 FROM apps.factors f
  WHERE f.account_id = m.account_id AND f.kind IN ('totp', 'passkey') AND f.confirmed_at IS NOT NULL))`;

const ownTeams = (db: Kysely<Tables>, accountId: RawBuilder<number> | number) =>
  db
    .selectFrom('teams as t')
    .innerJoin('memberships as m', 'm.teamId', 't.id')
    .select(['t.id', 't.slug', 't.name', 't.status', 't.closesAt', 't.requireSecondFactor'])
    .select([
      't.suspendedAt',
      't.suspensionReason',
      'm.role',
      'm.propertyIds',
      FACTOR_IS_MISSING.as('factorMissing'),
    ])
    .where('m.accountId', '=', accountId);

const teamBySlug = prepared(
  tables,
  (db, { accountId, slug }: Given<{ readonly accountId: number; readonly slug: string }>) =>
    ownTeams(db, accountId).where('t.slug', '=', slug),
);
const teamById = prepared(
  tables,
  (db, { accountId, id }: Given<{ readonly accountId: number; readonly id: number }>) =>
    ownTeams(db, accountId).where('t.id', '=', id),
);

/** Teams an account belongs to, in the order it joined them. */
export async function findTeams(ctx: SubgraphContext, accountId: number): Promise<readonly OwnTeamRow[]> {
  return ownTeams(tables(reader(ctx)), accountId)
    .orderBy('m.createdAt')
    .orderBy('t.id')
    .execute();
}

/** The team of that slug, or of that id, if the account belongs to it; null otherwise. */
export async function findTeam(
  ctx: SubgraphContext,
  accountId: number,
  team: string | number,
): Promise<OwnTeamRow | null> {
  if (typeof team === 'string' && !isSlug(team)) return null;
  const [found = null] = await (typeof team === 'string'
    ? teamBySlug(ctx, { accountId, slug: team })
    : teamById(ctx, { accountId, id: team }));
  return found;
}

/** Teams by id, for references from other subgraphs. */
export async function findTeamsById(
  ctx: SubgraphContext,
  ids: readonly number[],
): Promise<readonly TeamRow[]> {
  return tables(reader(ctx)).selectFrom('teams').select(TEAM).where('id', 'in', ids).execute();
}
