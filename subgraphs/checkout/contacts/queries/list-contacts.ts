import { sql } from 'kysely';
import { batch } from '#db/batch.ts';
import { readingChanges, type Selection } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { type ListOrder, microsecondsOf, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice, type Slice } from '#kit/connection.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { teamOf } from '../../access.ts';
import type { ContactFilter, ContactOrder, Maybe, MergedContact } from '../../generated.ts';
import { CONTACT_COLUMNS, type ContactRow } from '../../store/columns.ts';
import { contactInReach } from '../../store/contact-reach.ts';

/** Options for listing contacts. */
export interface ContactListing extends Listing {
  readonly filter?: Maybe<Partial<ContactFilter>>;
  readonly order?: Maybe<ContactOrder>;
}

type Row = ContactRow & { readonly updatedUs: number };

/**
 * Lists the team's contacts, in change order like bookings (docs/interface/graphql.md#lists), or newest
 * first. Merged contacts aren't listed.
 */
export async function listContacts(
  ctx: SubgraphContext,
  { filter, order, ...listing }: ContactListing,
): Promise<Page<ContactRow>> {
  const slice = readSlice(listing, 2);
  const teamId = teamOf(ctx.viewer) ?? 0;
  const { search, updatedSince } = filter ?? {};
  const text = searchText(search);
  const selection: Selection = {
    columns: CONTACT_COLUMNS,
    from: sql`checkout.contacts`,
    conditions: [
      sql`team_id = ${teamId}`,
      sql`merged_into IS NULL`,
      contactInReach(ctx.viewer),
      ...(text ? [containing(text)] : []),
    ],
  };
  if (order === 'newest') return listNewest(ctx, slice, selection, updatedSince);
  const list = { schema: 'checkout', teamId, slice, updatedSince, id: 'id', of: 'contacts' } as const;
  const reading = await readingChanges<ContactRow, 'id'>(ctx, list);
  return reading.pageOf(await reading.rows(selection));
}

async function listNewest(
  ctx: SubgraphContext,
  slice: Slice<readonly [number, number]>,
  { columns, from, conditions }: Selection,
  updatedSince: Maybe<Date> | undefined,
): Promise<Page<ContactRow>> {
  const { within, orderBy, limit } = readingSlice(slice, NEWEST);
  const since = updatedSince ? [sql`updated_at >= ${updatedSince}::timestamptz`] : [];
  const { rows } = await sql<Row>`
    SELECT ${columns}, ${microsecondsOf('updated_at').as('updatedUs')} FROM ${from}
    WHERE ${sql.join([...conditions, ...since, within], sql` AND `)} ${orderBy} ${limit}`.execute(
    statements(ctx),
  );
  return pageOf(rows, slice, ({ updatedUs, id }) => [updatedUs, id]);
}

/** Order by id; cursors have the same form as in the other order. */
const NEWEST: ListOrder<readonly [number, number]> = {
  columns: [sql.ref('id')],
  values: ([, id]) => [sql`${id}::bigint`],
  descending: true,
};

/**
 * Uses the `checkout.contact_text` index. Matches phone numbers in any notation by also converting the search
 * to digits.
 */
const containing = (text: string) => sql`(${TEXT} LIKE ${likePattern(text)}
  OR ${TEXT} LIKE '%' || checkout.normal_phone(${text}) || '%')`;

const TEXT = sql`checkout.contact_text(first_name, last_name, emails, phones)`;

/** Maximum merged contacts listed per contact. */
const MOST_MERGED = 100;

/** Lists merges into a contact that can be undone; one statement for all contacts in a request. */
export async function mergedContacts(
  ctx: SubgraphContext,
  { id }: ContactRow,
): Promise<readonly MergedContact[]> {
  return (await mergedInto(ctx, id)) ?? [];
}

const mergedInto = batch<number, readonly MergedContact[]>(async (ctx, ids) => {
  const { rows } = await sql<MergedContact & { readonly into: number }>`
    SELECT merged.* FROM unnest(${[...ids]}::bigint[]) AS at CROSS JOIN LATERAL (
      SELECT at AS into, c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.emails, c.merged_at AS "mergedAt"
      FROM checkout.contacts c WHERE c.merged_into = at AND c.team_id = ${teamOf(ctx.viewer) ?? 0}
      ORDER BY c.merged_at DESC, c.id DESC LIMIT ${MOST_MERGED}) AS merged`.execute(statements(ctx));
  return Map.groupBy(rows, ({ into }) => into);
});
