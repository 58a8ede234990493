import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { operatorId } from '#kit/operator.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { tables } from '../../store/tables.ts';
import type { Team } from '../store/entities.ts';
import { batched } from './loaders.ts';

const COLUMNS = [
  ...(['id', 'slug', 'name', 'status', 'closesAt', 'createdAt'] as const),
  ...(['suspendedAt', 'suspensionReason'] as const),
] as const;

/** A team as shown to operators. */
export type PlatformTeamRow = Pick<Team, (typeof COLUMNS)[number]>;

/**
 * Returns a page of teams, newest first; searches use an index on name and slug. Throws `ACCESS_DENIED` for
 * anyone except operators.
 */
export async function findPlatformTeams(
  ctx: SubgraphContext,
  {
    search,
    status,
    ...listing
  }: Listing & { readonly search?: string | null; readonly status?: Team['status'] | null },
): Promise<Page<PlatformTeamRow>> {
  operatorId(ctx);
  const text = searchText(search);
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('id')));
  const rows = await tables(reader(ctx))
    .selectFrom('teams')
    .select(COLUMNS)
    .$if(text !== '', (found) => found.where(containing(text)))
    .$if(status != null, (found) => found.where('status', '=', status ?? 'active'))
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ id }) => [id]);
}

const containing = (text: string): RawBuilder<boolean> =>
  sql`lower(name || ' ' || slug) LIKE ${likePattern(text)}`;

/** Returns a team, for operators. Throws `ACCESS_DENIED` for anyone else. */
export function findPlatformTeam(ctx: SubgraphContext, id: number): Promise<PlatformTeamRow | null> {
  operatorId(ctx);
  return loadTeam(ctx, id);
}

const loadTeam = batched<PlatformTeamRow>((ctx, ids) =>
  tables(reader(ctx)).selectFrom('teams').select(COLUMNS).where('id', 'in', ids).execute(),
);

/** Counts a team's members. */
export const countMembers = async (ctx: SubgraphContext, teamId: number): Promise<number> =>
  (await membersByTeam(ctx, teamId)) ?? 0;

const membersByTeam = batch<number, number>(async (ctx, teamIds) => {
  const rows = await tables(reader(ctx))
    .selectFrom('memberships')
    .select(({ fn }) => ['teamId', fn.countAll<string>().as('members')])
    .where('teamId', 'in', teamIds)
    .groupBy('teamId')
    .execute();
  return new Map(rows.map(({ teamId, members }) => [teamId, Number(members)]));
});

/** Maximum team owners shown to operators. */
const MOST_OWNERS = 50;

/** Returns a team's owners in the order they joined. */
export const findOwners = async (ctx: SubgraphContext, teamId: number) =>
  ((await ownersByTeam(ctx, teamId)) ?? []).slice(0, MOST_OWNERS);

const ownersByTeam = batch(async (ctx: SubgraphContext, teamIds: readonly number[]) => {
  const rows = await tables(reader(ctx))
    .selectFrom('memberships as m')
    .innerJoin('accounts as a', 'a.id', 'm.accountId')
    .select(['m.teamId', 'a.id', 'a.name', 'a.email', 'a.status'])
    .where('m.teamId', 'in', teamIds)
    .where('m.role', '=', 'owner')
    .where('a.status', '!=', 'deleted')
    .orderBy('m.createdAt')
    .orderBy('a.id')
    .$narrowType<{ readonly status: 'unverified' | 'active' | 'locked' }>()
    .execute();
  return Map.groupBy(rows, ({ teamId }) => teamId);
});
