import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { Author } from '../../access.ts';
import { enteredStay, toGuest } from '../../bookings/domain/entered-booking.ts';
import { pricedLine } from '../../bookings/domain/entry-terms.ts';
import type { Unit } from '../../bookings/domain/unit-assignment.ts';
import { releaseUnused } from '../../bookings/operations/release-unused.ts';
import { syncNightsNow } from '../../bookings/operations/sync-nights.ts';
import { unitsToFill } from '../../bookings/operations/units-to-fill.ts';
import { insertElsewhere } from '../../bookings/steps/insert-elsewhere.ts';
import { findEntered } from '../../bookings/store/entered-bookings.ts';
import type {
  BookingImportError,
  BookingImportInput,
  BookingImportRowInput,
  BookingImportVerdict,
} from '../../generated.ts';
import { holdStayDocument, quoteStaysDocument } from '../../operations/generated.ts';
import { BookingEntity, type Quote, StrayHoldEntity } from '../../store/entities.ts';
import {
  agreedQuote,
  BUSY,
  importedTerms,
  isUnderWay,
  problemError,
  rowFaults,
} from '../domain/imported-booking.ts';
import { importerOf, takenUnits } from '../queries/check-imported.ts';

type Row = BookingImportRowInput;

/** Attempts per row if its reference is taken, or if another import has the same row. */
const ATTEMPTS = 5;

/** An import's row, with what the rows of a call share. */
interface Importing extends Pick<BookingImportInput, 'importId' | 'webhooks'> {
  readonly author: Author;
  readonly row: Row;
  /** Units to assign automatically. */
  readonly units: readonly Unit[];
}

/**
 * Adds the bookings of an import's rows in their order, each in its own transaction and with its nights taken
 * under the agents' lock. Each external id creates one booking, even if a call is repeated after a crash. See
 * docs/interface/import.md#reservations.
 */
export async function importBookings(
  ctx: SubgraphContext,
  { importId, webhooks, rows }: BookingImportInput,
): Promise<readonly BookingImportVerdict[]> {
  const author = importerOf(ctx, rows);
  const types = rows.map(({ unitTypeId }) => ({ unitTypeId: parseId(unitTypeId) }));
  const units = await unitsToFill(ctx, types);
  const verdicts: BookingImportVerdict[] = [];
  for (const row of rows) {
    const errors = await importRow(ctx, { author, importId, webhooks, row, units });
    verdicts.push({ isKnown: errors.length === 0, errors });
  }
  return verdicts;
}

/** Adds a row's booking unless it exists; returns what prevents it. */
async function importRow(ctx: SubgraphContext, importing: Importing): Promise<BookingImportError[]> {
  const { author, row } = importing;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (await findEntered(ctx, author, row.externalId)) return [];
    const faults = rowFaults(row, ctx.clock.now());
    if (faults.length > 0) return faults;
    const taken = (await takenUnits(ctx, author, [row])).get(row);
    if (taken) return [taken];
    const placed = await place(ctx, importing);
    if (placed) return placed;
  }
  return [BUSY];
}

/** Takes the nights and creates the booking; null if it has to be tried again. */
async function place(ctx: SubgraphContext, importing: Importing): Promise<BookingImportError[] | null> {
  const { author, row } = importing;
  const holdId = holdIdOf(author, row);
  // After a crash, the sweep finds this row and releases the nights.
  await reader(ctx).upsert(StrayHoldEntity, { holdId, since: ctx.clock.now() });
  const { quote, problems } = await takeNights(ctx, row, holdId);
  const [problem] = problems;
  if (!quote) {
    if (await findEntered(ctx, author, row.externalId)) return [];
    return [problem ?? BUSY];
  }
  const made = await insert(ctx, importing, { holdId, quote: agreedQuote(quote, row.total) });
  const booking = await reader(ctx).findOne(BookingEntity, { holdId });
  if (!made || !booking) await releaseUnused(ctx, holdId, booking);
  else if (booking.status === 'confirmed') await syncNightsNow(ctx, booking);
  return booking ? [] : null;
}

/** Takes a reservation's nights from today on; for a canceled one, only reads its price. */
async function takeNights(
  ctx: SubgraphContext,
  row: Row,
  holdId: string,
): Promise<{ readonly quote: Quote | null; readonly problems: readonly BookingImportError[] }> {
  const { storefrontId, guest, total } = row;
  const stay = enteredStay(row);
  const lines = [{ ...pricedLine(stay, { price: { total }, mode: 'total', reason: null }), imported: true }];
  if (row.status === 'canceled') {
    const { stayQuote } = await ctx.execute(
      quoteStaysDocument,
      { storefrontId, lines, unrestricted: true },
      ctx,
    );
    const isGone = stayQuote.problems.some(({ code }) => code === 'item_unavailable');
    if (isGone) return { quote: null, problems: [problemError('item_unavailable')] };
    return { quote: stayQuote, problems: [] };
  }
  const input = {
    holdId,
    storefrontId,
    lines,
    guestEmail: guest.email ?? '',
    until: ctx.clock.now().toISOString(),
    unrestricted: true,
  };
  const { stayHold } = await ctx.execute(holdStayDocument, { input }, ctx);
  if (stayHold.held) return { quote: stayHold.quote, problems: [] };
  return { quote: null, problems: stayHold.quote.problems.map(({ code }) => problemError(code)) };
}

function insert(
  ctx: SubgraphContext,
  { author, importId, webhooks, row, units }: Importing,
  { holdId, quote }: { readonly holdId: string; readonly quote: Quote },
): Promise<boolean> {
  const now = ctx.clock.now();
  const { externalId, storefrontId, unit, sourceLabel, note } = row;
  const terms = importedTerms(row, quote, now);
  return insertElsewhere(
    ctx,
    {
      ...terms,
      author,
      externalId,
      guest: toGuest(row.guest),
      storefrontId: parseId(storefrontId) ?? 0,
      holdId,
      source: { kind: 'host', name: null },
      revision: 1,
      channel: null,
      units: units.filter(({ unitTypeId }) => String(unitTypeId) === row.unitTypeId),
      terms: {
        priced: { price: { total: row.total }, mode: 'total', reason: null },
        payment: terms.paid >= quote.total ? 'paid' : 'unpaid',
        mailsGuest: false,
        sourceLabel: sourceLabel?.trim() || null,
        note: note?.trim() || null,
        arrivalTime: null,
      },
      imported: {
        importId,
        webhooks,
        unit: unit ? { id: parseId(unit.id) ?? 0, line: 0, name: unit.name } : null,
        isUnderWay: isUnderWay(row, now),
      },
    },
    quote,
  );
}

/** Returns catalog's key for a row's nights: repeated rows share it, so the nights are taken once. */
function holdIdOf({ teamId }: Author, row: Row): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['import', teamId, row]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
