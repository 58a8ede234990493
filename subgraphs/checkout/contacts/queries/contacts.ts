import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { ContactResult } from '../../errors.ts';
import { contactsById } from '../../queries/contact-reference.ts';
import type { ContactRow } from '../../store/columns.ts';
import type { Booking } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

/** Returns the current contact after a change. */
export const changed = async (ctx: SubgraphContext, id: string): Promise<ContactResult> => ({
  contact: await findContact(ctx, id),
  userErrors: [],
});

/** Longest chain of merged contacts; merges are undone one by one. */
const MOST_MERGES = 20;

/** Finds a contact in the viewer's team, following merges; null otherwise. */
export async function findContact(ctx: SubgraphContext, id: string): Promise<ContactRow | null> {
  let contactId = parseWideId(id);
  for (let step = 0; contactId !== null && step <= MOST_MERGES; step++) {
    const contact = await contactsById(ctx, contactId);
    if (!contact?.mergedInto) return contact ?? null;
    contactId = contact.mergedInto;
  }
  return null;
}

/** Returns the guest's language: the booking's language, else the contact's; null if unknown. */
export async function guestLocale(
  ctx: SubgraphContext,
  { guestLocale: booked, contactId }: Pick<Booking, 'guestLocale' | 'contactId'>,
): Promise<string | null> {
  if (booked !== null || contactId === null) return booked;
  return (await localesOf(ctx, contactId)) ?? null;
}

/** One statement per request; not limited to a team, because guests and emails need it. */
const localesOf = batch<number, string | null>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('contacts')
    .select(['id', 'locale'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, locale }) => [id, locale]));
});
