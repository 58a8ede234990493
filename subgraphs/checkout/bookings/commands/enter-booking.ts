import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { newUuid } from '#kit/ids.ts';
import { type Author, authorOf } from '../../access.ts';
import type { BookingCreateInput, BookingSourceKind } from '../../generated.ts';
import { enteringAppDocument, holdStayDocument, quoteStaysDocument } from '../../operations/generated.ts';
import {
  type BookedGuest,
  BookingEntity,
  type EnteredStay,
  type Quote,
  StrayHoldEntity,
} from '../../store/entities.ts';
import { agreedPayment, isFree, paidElsewhere } from '../domain/booking-payment.ts';
import { enteredStay, toGuest } from '../domain/entered-booking.ts';
import { entryError, faultsOf } from '../domain/entry-faults.ts';
import {
  begunError,
  type Entry,
  entered,
  NO_SUCH_BOOKING,
  NO_SUCH_UNIT_TYPE,
  refuseEntry,
  refuseNights,
} from '../domain/entry-refusal.ts';
import {
  type EntryTerms,
  holdEnd,
  pricedLine,
  termsFaults,
  termsOf,
  totalError,
} from '../domain/entry-terms.ts';
import { changeBooking } from '../operations/change-booking.ts';
import { storefrontSellingDocument } from '../operations/generated.ts';
import { releaseUnused } from '../operations/release-unused.ts';
import { syncNightsNow } from '../operations/sync-nights.ts';
import { unitsToFill } from '../operations/units-to-fill.ts';
import { insertElsewhere } from '../steps/insert-elsewhere.ts';
import { findEntered } from '../store/entered-bookings.ts';

/** Attempts per entry if another entry has the same external id, or if the reference is taken. */
const ATTEMPTS = 5;

/** A new entry with held nights. */
interface NewEntry {
  readonly author: Author;
  readonly externalId: string | null;
  readonly revision: number;
  readonly stay: EnteredStay;
  readonly guest: BookedGuest;
  readonly terms: EntryTerms;
  readonly storefrontId: number;
  readonly holdId: string;
}

/** An entry before it's known who sells its unit type. */
type Wanted = Omit<NewEntry, 'holdId' | 'storefrontId'>;

/**
 * Enters a booking agreed elsewhere, at the agreed price or the one agents would see, and takes its nights
 * under the agents' lock: confirmed if it's paid or free, held otherwise. Each external id creates one booking per install: repeating it returns that
 * booking, even concurrently, and a higher revision replaces it. See
 * docs/interface/bookings.md#entered-bookings.
 */
export async function enterBooking(ctx: SubgraphContext, input: BookingCreateInput): Promise<Entry> {
  const author = authorOf(ctx);
  if (!author) return refuseEntry(NO_SUCH_BOOKING);
  const faults = [...faultsOf(input), ...termsFaults(input)];
  if (author.installId !== null && input.externalId == null) {
    faults.push(
      entryError(
        'INVALID',
        'externalId',
        'externalId is required for apps: send the id of the booking in your system.',
      ),
    );
  }
  if (faults.length > 0) return refuseEntry(...faults);
  const entry = toEntry(author, input);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const known = entry.externalId === null ? null : await findEntered(ctx, author, entry.externalId);
    if (known) return changeBooking(ctx, author, known.id, { ...entry, priced: entry.terms.priced });
    const placed = await place(ctx, entry);
    if (placed) return placed;
  }
  throw new Error('Failed to enter a booking because it kept changing.');
}

function toEntry(author: Author, input: BookingCreateInput): Wanted {
  const stay = enteredStay(input);
  return {
    author,
    externalId: input.externalId ?? null,
    revision: input.revision ?? 1,
    stay,
    guest: toGuest(input.guest),
    terms: termsOf(input, author.installId === null),
  };
}
/** Takes the nights and creates the booking; null if another runner created one first. */
async function place(ctx: SubgraphContext, wanted: Wanted): Promise<Entry | null> {
  const { author, stay, guest, externalId, terms } = wanted;
  const { storefrontSelling: seller } = await ctx.execute(
    storefrontSellingDocument,
    { unitTypeId: String(stay.unitTypeId) },
    ctx,
  );
  if (!seller) return refuseEntry(NO_SUCH_UNIT_TYPE);
  const now = ctx.clock.now();
  const begun = begunError(stay, seller.timeZone, now);
  if (begun) return refuseEntry(begun);
  const isPaid = terms.payment === 'paid';
  const until = isPaid ? now : holdEnd(terms, { checkIn: stay.checkIn, timeZone: seller.timeZone }, now);
  if (!(until instanceof Date)) return refuseEntry(until);
  const { storefrontId } = seller;
  const lines = [pricedLine(stay, terms.priced)];
  if (terms.priced) {
    const { stayQuote: quote } = await ctx.execute(
      quoteStaysDocument,
      { storefrontId, lines, unrestricted: true },
      ctx,
    );
    const tooLow = quote.problems.length === 0 ? totalError(terms.priced, quote) : null;
    if (tooLow) return refuseEntry(tooLow);
  }
  const entry: NewEntry = { ...wanted, storefrontId: Number(storefrontId), holdId: holdIdOf(wanted) };
  // After a crash, the sweep finds this row and releases the nights.
  await reader(ctx).upsert(StrayHoldEntity, { holdId: entry.holdId, since: now });
  const input = {
    holdId: entry.holdId,
    storefrontId,
    lines,
    guestEmail: guest.email ?? '',
    until: until.toISOString(),
    unrestricted: true,
  };
  const { stayHold } = await ctx.execute(holdStayDocument, { input }, ctx);
  if (!stayHold.held) {
    const known = externalId !== null && (await findEntered(ctx, author, externalId));
    return known ? null : refuseNights(stayHold.quote);
  }
  const made = await insertEntered(ctx, entry, stayHold.quote, until);
  const booking = await reader(ctx).findOne(BookingEntity, { holdId: entry.holdId });
  if (!made || !booking) await releaseUnused(ctx, entry.holdId, booking);
  else if (booking.status === 'confirmed') await syncNightsNow(ctx, booking);
  return made && booking ? entered(booking, true) : null;
}

/**
 * Returns catalog's key for an entry's nights. Simultaneous copies of an entry share it, so the nights are
 * taken once; an entry with different content gets a different key.
 */
function holdIdOf({ author, externalId, revision, stay, guest, terms }: Wanted): string {
  if (externalId === null) return newUuid();
  const named = JSON.stringify([author.teamId, author.installId, externalId, revision, stay, guest, terms]);
  const hex = createHash('sha256').update(named).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Inserts the booking of an entry whose nights are held until `until`, as `insertElsewhere` does. */
async function insertEntered(
  ctx: SubgraphContext,
  entry: NewEntry,
  quote: Quote,
  until: Date,
): Promise<boolean> {
  const source = await sourceOf(ctx);
  const isPaid = entry.terms.payment === 'paid';
  const payment = isPaid ? paidElsewhere(quote) : { ...agreedPayment(quote, ctx.clock.now()), paid: 0 };
  const status = isPaid || isFree(quote) ? 'confirmed' : 'held';
  const units = status === 'confirmed' ? await unitsToFill(ctx, [entry.stay]) : [];
  return insertElsewhere(
    ctx,
    { ...entry, ...payment, status, source, holdExpiresAt: until, channel: null, units },
    quote,
  );
}

/** The booking's source: a host, or an app with its name and whether it's a channel. */
async function sourceOf(
  ctx: SubgraphContext,
): Promise<{ readonly kind: BookingSourceKind; readonly name: string | null }> {
  if (ctx.viewer.kind !== 'app') return { kind: 'host', name: null };
  const { currentInstall } = await ctx.execute(enteringAppDocument, {}, ctx);
  return {
    kind: currentInstall?.appType === 'channel' ? 'channel' : 'direct',
    name: currentInstall?.appName ?? null,
  };
}
