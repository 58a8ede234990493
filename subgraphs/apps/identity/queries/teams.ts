import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { Role } from '#kit/roles.ts';
import { isSlug } from '#manifest/slug.ts';

export interface TeamRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly status: 'active' | 'closing' | 'closed';
  /** When it closes, or did; null while it is active. */
  readonly closesAt: Date | string | null;
  readonly requireSecondFactor: boolean;
  /** What the account it was looked up for is on it. */
  readonly role?: Role;
  /** Properties of it that the account's membership is limited to; null for all of them. */
  readonly propertyIds?: readonly number[] | null;
  /** Whether the team asks for a second factor that this account does not have. */
  readonly factorMissing?: boolean;
}

/** A team, and what the account it was looked up for is on it. */
export type OwnTeamRow = TeamRow & Required<Pick<TeamRow, 'role' | 'propertyIds'>>;

/** The columns of a `TeamRow`: `t` is the team. */
export const TEAM = sql`t.id, t.slug, t.name, t.status, t.closes_at AS "closesAt",
  t.require_second_factor AS "requireSecondFactor"`;

/** Whether the team `t` asks for a second factor that the account of the membership `m` does not have. */
export const FACTOR_IS_MISSING = sql<boolean>`(t.require_second_factor AND NOT EXISTS (
  SELECT 1 FROM apps.factors f
  WHERE f.account_id = m.account_id AND f.kind IN ('totp', 'passkey') AND f.confirmed_at IS NOT NULL))`;

const OWN_TEAM = sql`${TEAM}, m.role, to_jsonb(m.property_ids) AS "propertyIds",
  ${FACTOR_IS_MISSING} AS "factorMissing"`;

/** Teams an account belongs to, in the order it joined them. */
export async function findTeams(ctx: SubgraphContext, accountId: number): Promise<readonly OwnTeamRow[]> {
  const { rows } = await sql<OwnTeamRow>`
    SELECT ${OWN_TEAM} FROM apps.teams t JOIN apps.memberships m ON m.team_id = t.id
    WHERE m.account_id = ${accountId} ORDER BY m.created_at, t.id`.execute(statements(ctx));
  return rows;
}

/** The team of that slug, or of that id, if the account belongs to it; null otherwise. */
export async function findTeam(
  ctx: SubgraphContext,
  accountId: number,
  team: string | number,
): Promise<OwnTeamRow | null> {
  if (typeof team === 'string' && !isSlug(team)) return null;
  const named = typeof team === 'string' ? sql`t.slug = ${team}` : sql`t.id = ${team}`;
  const { rows } = await sql<OwnTeamRow>`
    SELECT ${OWN_TEAM} FROM apps.teams t JOIN apps.memberships m ON m.team_id = t.id
    WHERE m.account_id = ${accountId} AND ${named}`.execute(statements(ctx));
  return rows[0] ?? null;
}

/** Teams by id, for references from other subgraphs. */
export async function findTeamsById(
  ctx: SubgraphContext,
  ids: readonly number[],
): Promise<readonly TeamRow[]> {
  const { rows } = await sql<TeamRow>`
    SELECT ${TEAM} FROM apps.teams t WHERE id = ANY(${ids})`.execute(statements(ctx));
  return rows;
}
