import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseWideId } from '#kit/ids.ts';
import type { ContactResult } from '../../errors.ts';
import { contactsById } from '../../queries/contact-reference.ts';
import type { ContactRow } from '../../store/columns.ts';
import type { Booking } from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';

/** The answer after a change: the contact as it is now. */
export const changed = async (ctx: SubgraphContext, id: string): Promise<ContactResult> => ({
  contact: await findContact(ctx, id),
  userErrors: [],
});

/** How often a merged contact leads on to another: merges are taken back one by one. */
const MOST_MERGES = 20;

/** A contact of the viewer's team, or the one it was merged into; null for any other. */
export async function findContact(ctx: SubgraphContext, id: string): Promise<ContactRow | null> {
  let contactId = parseWideId(id);
  for (let step = 0; contactId !== null && step <= MOST_MERGES; step++) {
    const contact = await contactsById(ctx, contactId);
    if (!contact?.mergedInto) return contact ?? null;
    contactId = contact.mergedInto;
  }
  return null;
}

/** The language a booking's guest reads: the one they booked in, else their contact's; null if it is not known. */
export async function guestLocale(
  ctx: SubgraphContext,
  { guestLocale: booked, contactId }: Pick<Booking, 'guestLocale' | 'contactId'>,
): Promise<string | null> {
  if (booked !== null || contactId === null) return booked;
  return (await localesOf(ctx, contactId)) ?? null;
}

/** One statement for all of a request; of any team, because guests and mails read it. */
const localesOf = batch<number, string | null>(async (ctx, ids) => {
  const rows = await tables(reader(ctx))
    .selectFrom('contacts')
    .select(['id', 'locale'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, locale }) => [id, locale]));
});
