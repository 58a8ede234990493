import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { byId, latestFirst, readingSlice } from '#db/slice.ts';
import { reader } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { operatorId } from '#kit/operator.ts';
import { searchText } from '#kit/text.ts';
import { tables } from '../../store/tables.ts';

/** An account as shown to operators. */
export type PlatformAccountRow = Readonly<
  Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]
>;

const accounts = (ctx: SubgraphContext) =>
  tables(reader(ctx))
    .selectFrom('accounts as a')
    .select(['a.id', 'a.email', 'a.name', 'a.operator', 'a.status', 'a.createdAt'])
    .select(({ eb, selectFrom, fn }) => [
      selectFrom('memberships as m')
        .select(({ cast }) => cast<number>(fn.countAll(), 'integer').as('teams'))
        .whereRef('m.accountId', '=', 'a.id')
        .$asScalar()
        .$notNull()
        .as('teams'),
      eb
        .case()
        .when('a.status', '=', 'locked')
        .then(
          selectFrom('account_events as e')
            .select('e.detail')
            .whereRef('e.accountId', '=', 'a.id')
            .where('e.kind', '=', 'account.locked')
            .orderBy('e.id', 'desc')
            .limit(1)
            .$asScalar(),
        )
        .end()
        .as('lockedReason'),
    ])
    .where('a.status', '!=', 'deleted')
    .$narrowType<{ readonly status: 'unverified' | 'active' | 'locked' }>();

/** Returns a page of accounts, newest first. Throws `ACCESS_DENIED` for anyone except operators. */
export async function findPlatformAccounts(
  ctx: SubgraphContext,
  { search, ...listing }: Listing & { readonly search?: string | null },
): Promise<Page<PlatformAccountRow>> {
  operatorId(ctx);
  const text = searchText(search);
  const slice = readSlice(listing, 1);
  const { within, orderBy, limit } = readingSlice(slice, latestFirst(byId('a.id')));
  const rows = await accounts(ctx)
    .where(sql`strpos(lower(concat_ws(' ', a.email, a.name)), lower(${text}))`, '>', 0)
    .where(within)
    .modifyEnd(sql`${orderBy} ${limit}`)
    .execute();
  return pageOf(rows, slice, ({ id }) => [id]);
}

/** Returns an account, for commands that have already checked the caller. */
export async function findPlatformAccount(
  ctx: SubgraphContext,
  id: number,
): Promise<PlatformAccountRow | null> {
  return (await accounts(ctx).where('a.id', '=', id).executeTakeFirst()) ?? null;
}
