import { type RawBuilder, sql } from 'kysely';
import { batch } from '#db/batch.ts';
import { visibleUntil } from '#db/changes.ts';
import type { SubgraphContext } from '#db/context.ts';
import { byInstant, type ListOrder, readingSlice } from '#db/slice.ts';
import { statements } from '#db/transaction.ts';
import { type Listing, type Page, pageOf, readSlice } from '#kit/connection.ts';
import { likePattern, searchText } from '#kit/text.ts';
import { teamOf } from '../access.ts';
import type { ContactFilter, ContactOrder, Maybe, MergedContact } from '../generated.ts';
import { CONTACT_COLUMNS } from '../store/columns.ts';
import { contactInReach } from '../store/contact-reach.ts';
import type { Contact } from '../store/entities.ts';

/** Which contacts a caller wants to see. */
export interface ContactListing extends Listing {
  readonly filter?: Maybe<Partial<ContactFilter>>;
  readonly order?: Maybe<ContactOrder>;
}

type Row = Contact & { readonly updatedUs: number };

/**
 * A page of the team's contacts: in the order in which they changed, as bookings are listed (docs/interface/graphql.md#lists), or
 * the newest first. One that was merged into another is not listed.
 */
export async function listContacts(
  ctx: SubgraphContext,
  { filter, order, ...listing }: ContactListing,
): Promise<Page<Contact>> {
  const slice = readSlice(listing, 2);
  const { within, orderBy, limit } = readingSlice(slice, order === 'newest' ? NEWEST : UPDATED);
  const team = teamOf(ctx.viewer) ?? 0;
  const visible = order === 'newest' ? [] : [sql`updated_at <= ${await visibleUntil(ctx, 'checkout', team)}`];
  const conditions = [
    sql`team_id = ${team}`,
    sql`merged_into IS NULL`,
    contactInReach(ctx.viewer),
    ...visible,
    ...conditionsOf(filter ?? {}),
    within,
  ];
  const { rows } = await sql<Row>`
    SELECT ${CONTACT_COLUMNS} FROM checkout.contacts WHERE ${sql.join(conditions, sql` AND `)}
    ${orderBy} ${limit}`.execute(statements(ctx));
  return pageOf(rows, slice, ({ updatedUs, id }) => [updatedUs, id]);
}

const UPDATED = byInstant('updated_at', 'id');
/** By id alone; cursors are those of the other order. */
const NEWEST: ListOrder<readonly [number, number]> = {
  columns: [sql.ref('id')],
  values: ([, id]) => [sql`${id}::bigint`],
  descending: true,
};

function conditionsOf({ search, updatedSince }: Partial<ContactFilter>): RawBuilder<unknown>[] {
  const text = searchText(search);
  return [
    ...(updatedSince ? [sql`updated_at >= ${updatedSince}::timestamptz`] : []),
    ...(text ? [containing(text)] : []),
  ];
}

/** By the index of `checkout.contact_text`. A phone number is found however it is written: the search is made a number too. */
const containing = (text: string) => sql`(${TEXT} LIKE ${likePattern(text)}
  OR ${TEXT} LIKE '%' || checkout.normal_phone(${text}) || '%')`;

const TEXT = sql`checkout.contact_text(first_name, last_name, emails, phones)`;

/** Contacts listed as merged into one. */
const MOST_MERGED = 100;

/** What was merged into a contact and can be taken back; one statement for all contacts of a request. */
export async function mergedContacts(
  ctx: SubgraphContext,
  { id }: Contact,
): Promise<readonly MergedContact[]> {
  return (await mergedInto(ctx, id)) ?? [];
}

const mergedInto = batch<number, readonly MergedContact[]>(async (ctx, ids) => {
  const { rows } = await sql<MergedContact & { readonly into: number }>`
    SELECT merged.* FROM unnest(${[...ids]}::integer[]) AS at CROSS JOIN LATERAL (
      SELECT at AS into, c.id, c.first_name AS "firstName", c.last_name AS "lastName", c.emails, c.merged_at AS "mergedAt"
      FROM checkout.contacts c WHERE c.merged_into = at AND c.team_id = ${teamOf(ctx.viewer) ?? 0}
      ORDER BY c.merged_at DESC, c.id DESC LIMIT ${MOST_MERGED}) AS merged`.execute(statements(ctx));
  return Map.groupBy(rows, ({ into }) => into);
});
