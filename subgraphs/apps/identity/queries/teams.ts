import { type Kysely, type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { type Given, prepared } from '#db/typed.ts';
import { parseId } from '#kit/ids.ts';
import type { Role } from '#kit/roles.ts';
import { isSlug } from '#manifest/slug.ts';
import { teamIdOrNull } from '../../access.ts';
import { type Tables, tables } from '../../store/tables.ts';
import type { Team } from '../store/entities.ts';

export interface TeamRow extends Readonly<Pick<Team, Exclude<(typeof TEAM)[number], 'closesAt'>>> {
  /** Closing time, past or future; null while the team is active. A string inside a JSON object. */
  readonly closesAt: Date | string | null;
  /** Role of the account it was looked up for. */
  readonly role?: Role;
  /** Properties that the account's membership is limited to; null for all of them. */
  readonly propertyIds?: readonly number[] | null;
  /** True if the team requires a second factor and this account has none. */
  readonly factorMissing?: boolean;
  /** Suspension time and reason; undefined unless the account belongs to the team. */
  readonly suspendedAt?: Team['suspendedAt'];
  readonly suspensionReason?: Team['suspensionReason'];
}

/** Returns when and why an operator suspended a team; null if it isn't suspended or the viewer can't see it. */
export const suspensionOf = ({
  suspendedAt: at,
  suspensionReason: reason,
}: Pick<TeamRow, 'suspendedAt' | 'suspensionReason'>) =>
  at != null && reason != null ? { at, reason } : null;

/** A team, with the role of the account it was looked up for. */
export type OwnTeamRow = TeamRow & Required<Pick<TeamRow, 'role' | 'propertyIds'>>;

/** Columns selected for a `TeamRow`. */
export const TEAM = ['id', 'slug', 'name', 'status', 'closesAt', 'requireSecondFactor'] as const;

/** True if the team `t` requires a second factor and membership `m`'s account has none. */
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

/** Returns an account's teams in the order it joined them. */
export async function findTeams(ctx: SubgraphContext, accountId: number): Promise<readonly OwnTeamRow[]> {
  return ownTeams(tables(reader(ctx)), accountId)
    .orderBy('m.createdAt')
    .orderBy('t.id')
    .execute();
}

/** Returns a team by slug or id if the account belongs to it; null otherwise. */
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

/** Finds teams by id, for references from other subgraphs. */
export async function findTeamsById(
  ctx: SubgraphContext,
  ids: readonly number[],
): Promise<readonly TeamRow[]> {
  return tables(reader(ctx)).selectFrom('teams').select(TEAM).where('id', 'in', ids).execute();
}

/** Returns the caller's team, or the team that the platform names, as an invoice issuer; null without a team. */
export async function invoiceIssuer(
  ctx: SubgraphContext,
  named: string | null = null,
): Promise<Issuer | null> {
  const { viewer } = ctx;
  const own = viewer.kind === 'app' || viewer.kind === 'hostUser' ? viewer.teamId : null;
  const teamId = viewer.kind === 'platform' ? parseId(named ?? '') : own;
  return teamId === null ? null : ((await issuers(ctx, teamId)) ?? null);
}

/** Returns a team's legal details if it's the selected team; null otherwise. */
export const legalOf = async (ctx: SubgraphContext, { id }: Pick<TeamRow, 'id'>): Promise<Issuer | null> =>
  teamIdOrNull(ctx) === id ? invoiceIssuer(ctx) : null;

/** A team as the issuer of its invoices. */
type Issuer = Readonly<Pick<Team, 'id' | 'name' | 'legalName' | 'taxId' | 'address'>>;

const issuers = batch<number, Issuer>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('teams')
    .select(['id', 'name', 'legalName', 'taxId', 'address'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
});
