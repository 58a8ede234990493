import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { flushedLater, statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { isUuid } from '#kit/ids.ts';
import { recordMetric } from '#kit/metrics.ts';
import { dateOfEpochDay } from '../../domain/calendar.ts';
import type { StayHoldResult, StayProblem } from '../../generated.ts';
import { todayIn } from '../../queries/today.ts';
import { ANNOUNCE_AVAILABILITY } from '../../rates/commands/announce-availability.ts';
import { isAboutBookingDay, isRestriction } from '../../rates/domain/restrictions.ts';
import { isPast } from '../domain/changed-stay.ts';
import { paidAtOnce } from '../domain/payment-schedule.ts';
import { type Quote, quoteStays } from '../domain/quote.ts';
import {
  daysOf,
  isKnown,
  type KnownLine,
  type PricedLine,
  type QuoteLine,
  type Shelf,
  takenDays,
} from '../domain/quoted-line.ts';
import { explainQuote } from '../queries/explain.ts';
import { checkLines, describeQuote, nightsOfLines, type QuotedStays } from '../queries/quote.ts';
import {
  changesStay,
  isImported,
  type PlannedNights,
  plannedShelf,
  shelfOf,
  uncapped,
} from '../queries/shelf.ts';
import { guestKey, type Holder, withLimits } from '../queries/unpaid-holds.ts';
import type { StorefrontModel } from '../read-model/model.ts';
import type { HeldSpan } from '../read-model/read-model.ts';

/** The result, held or refused, with the quote. */
type HeldStay = Omit<StayHoldResult, 'quote'> & { readonly quote: QuotedStays };

export interface HoldStay {
  readonly holdId: string;
  readonly storefrontId: number;
  readonly lines: readonly QuoteLine[];
  readonly guestEmail: string;
  /** Agent whose unpaid holds are limited; null if the stay is already paid. */
  readonly agent?: Holder['agent'];
  /** Expiry of an unpaid hold. */
  readonly until: Date;
  /** Fingerprint of the quote that the guest saw; null accepts the current price. */
  readonly fingerprint?: string | null;
  /** The hold that this hold replaces. */
  readonly replaces?: string | null;
  /** True for the host's own decision, which isn't bound by restrictions. */
  readonly unrestricted?: boolean | null;
  /** True if the stay was already booked early enough to satisfy the booking window. */
  readonly bookedBefore?: boolean | null;
}

/** Maximum number of attempts to price a hold and take its nights when other changes interfere. */
const ATTEMPTS = 5;

/**
 * Takes all of a checkout's nights or none. A refusal includes a fresh quote and the reason: a problem, or a
 * fingerprint that differs from the one the guest saw. It prices from memory; then one statement takes the
 * locks in order, checks that the price is current, that the holder's limits allow the hold and that the
 * units are free, and writes. After a concurrent change it reads and prices again. A refusal always uses a
 * fresh read. Repeating it with the same checkout returns the first result
 * (docs/interface/checkout.md#hold-limits).
 */
export async function holdStay(ctx: SubgraphContext, hold: HoldStay): Promise<HeldStay> {
  checkLines(hold.lines);
  for (const id of [hold.holdId, hold.replaces])
    if (id != null && !isUuid(id)) throw badInput('The id of a hold must be a UUID.');
  const models = ctx.services.catalog.readModel;
  let model = await models.storefront(hold.storefrontId, nightsOfLines(hold.lines));
  let earlier: QuotedStays | null = null;
  for (let attempt = 1; model !== null; attempt++) {
    const { quote, read } = await quoteOf(ctx, hold, model);
    if (quote.problems.length > 0 && model.days) {
      // A problem names other dates.
      model = await models.storefront(hold.storefrontId);
      attempt -= 1;
      continue;
    }
    const shown = describeQuote(quote, model);
    const asShown =
      quote.problems.length === 0 && shown.fingerprint === (hold.fingerprint ?? shown.fingerprint);
    if (asShown) {
      const taken = await takeNights(ctx, hold, { model, quote, shown, read });
      if (taken.outcome === 'held') {
        recordMetric('hold', { outcome: 'placed' });
        ctx.db.wakeup.wake([ANNOUNCE_AVAILABILITY]);
      }
      if (taken.outcome === 'held' && hold.replaces) models.nightsChanged();
      else if (taken.outcome === 'held')
        models.unitsHeld(hold.storefrontId, heldSpansOf(ctx, quote, hold.agent != null));
      if (taken.outcome === 'held' || taken.outcome === 'repeated')
        return { held: true, quote: keptQuote(taken.quote) };
      const limited = taken.outcome === 'limited' ? await withLimits(ctx, model, quote, hold) : quote;
      if (limited.problems.length > 0) return refuse(ctx, model, limited);
      if (taken.outcome === 'gone') return notHeld(shown, 'gone');
      const isOver = taken.outcome === 'closing' || (taken.outcome === 'sold_out' && hold.replaces);
      if (attempt >= ATTEMPTS || isOver) return notHeld({ ...shown, problems: [CONTENDED] });
    } else {
      earlier ??= await quoteOfHold(ctx, hold);
      if (earlier) return { held: true, quote: earlier };
      if (attempt > 1) return refuse(ctx, model, await withLimits(ctx, model, quote, hold));
    }
    model = await models.reread(hold.storefrontId, heldSpansOf(ctx, quote, false));
  }
  throw badInput('There is no such storefront.');
}

/**
 * A hold's price and problems. Without an agent, the cap on unpaid holds doesn't apply. If the hold replaces
 * another one, whose units count as taken here, the statement that takes the nights decides whether they're
 * free.
 */
async function quoteOf(ctx: SubgraphContext, hold: HoldStay, model: StorefrontModel): Promise<PricedHold> {
  const forAgents = shelfOf(ctx, model, { offSale: hold.lines.some(isImported) });
  const sellable = hold.agent ? forAgents : uncapped(forAgents);
  // A booking keeps its plan, regardless of how the plan sells now.
  const retired = Boolean(hold.unrestricted || hold.bookedBefore) || hold.lines.some(changesStay);
  const { shelf, read } = await plannedShelf(ctx, model, sellable, hold.lines, { retired });
  const quote = quoteStays(hold.lines, shelf);
  const problems = quote.problems.filter(({ code, line }) => {
    if (hold.unrestricted && isRestriction(code)) return false;
    if (hold.bookedBefore && isAboutBookingDay(code)) return false;
    return !(hold.replaces && code === 'out_of_stock' && line !== null && isToCome(quote.lines[line], shelf));
  });
  return { quote: { ...quote, problems }, read };
}

interface PricedHold {
  readonly quote: Quote;
  /** Nights read for the price in addition to those in memory. */
  readonly read: readonly PlannedNights[];
}

/** True if a line can be priced and isn't past. */
const isToCome = (line: PricedLine | undefined, shelf: Shelf): boolean =>
  line !== undefined &&
  line.nightly !== null &&
  isKnown(line) &&
  !isPast(daysOf(line.stay), line.before, shelf.todayIn(line.sold.property.timeZone));

/** A refusal with its problems as text. */
async function refuse(ctx: SubgraphContext, model: StorefrontModel, quote: Quote): Promise<HeldStay> {
  return notHeld(describeQuote(quote, model, await explainQuote(ctx, model, quote)));
}

/**
 * A refusal, which is also counted by reason. If there is no problem, the reason is that the price differs
 * from the one the guest saw.
 */
function notHeld(quote: QuotedStays, otherwise = 'price_changed'): HeldStay {
  recordMetric('hold', { outcome: 'refused' });
  const codes = new Set<string>(quote.problems.map(({ code }) => code));
  for (const code of codes.size > 0 ? codes : [otherwise]) recordMetric('holdRefusal', { code });
  return { held: false, quote };
}

/** Refusal for nights that are sold out, changed on every attempt, or off sale because the team is closing. */
const CONTENDED: StayProblem = {
  code: 'out_of_stock',
  line: null,
  limit: null,
  held: 0,
  nearest: [],
  reason: null,
};

/** A quote as stored with a hold. */
type KeptQuote = Omit<QuotedStays, 'payment' | 'extras'> & Partial<Pick<QuotedStays, 'payment' | 'extras'>>;

/** A held quote. Quotes from before deposits existed are paid immediately, and those from before extras have none. */
const keptQuote = (quote: KeptQuote): QuotedStays => ({
  payment: paidAtOnce(Number(quote.total)),
  extras: [],
  ...quote,
});

interface Taken {
  readonly outcome: 'held' | 'repeated' | 'limited' | 'stale' | 'sold_out' | 'gone' | 'closing';
  readonly quote: KeptQuote;
}

/**
 * Runs `catalog.hold_stay` (store/functions.sql) for a quote without problems: all lines share their dates. The booking
 * that follows flushes it (`flushedLater`).
 */
async function takeNights(
  ctx: SubgraphContext,
  { holdId, storefrontId, guestEmail, agent, until, replaces }: HoldStay,
  {
    model,
    quote,
    shown,
    read,
  }: PricedHold & { readonly model: StorefrontModel; readonly shown: QuotedStays },
): Promise<Taken> {
  const units = unitsOf(quote);
  const ids = [...units.keys()].sort((a, b) => a - b);
  const quantities = ids.map((id) => units.get(id) ?? 0);
  const revisions = ids.map((id) => model.byId.get(id)?.revision ?? 0);
  const first = firstNight(ctx, quote);
  const { rows } = await sql<Taken>`SELECT outcome, quote FROM ${flushedLater}, LATERAL catalog.hold_stay(
    ${holdId}::uuid, ${storefrontId}::int, ${guestKey(guestEmail)}::text,
    ${agent != null}::boolean, ${agent?.address}::text, ${agent?.profile}::text, ${ctx.config.agentHoldNights}::int,
    ${until}::timestamptz, ${ids}::int[], ${quantities}::int[], ${revisions}::int[],
    ${first}::date, ${shown.checkOut}::date, ${nightRevisions(ctx, model, ids, { quote, read })}::int[],
    ${JSON.stringify(shown)}::jsonb, ${replaces}::uuid)`.execute(statements(ctx));
  const [taken] = rows;
  if (!taken) throw new Error('catalog.hold_stay returned no row.');
  return taken;
}

/** A line's days on which it takes nights now. */
const daysToTake = ({ clock }: SubgraphContext, line: KnownLine) =>
  takenDays(line, todayIn(line.sold.property.timeZone, clock.now()));

/** The first night that a quote's lines take, which all have the same dates. */
function firstNight(ctx: SubgraphContext, { lines }: Quote): string | null {
  const line = lines.find(isKnown);
  return line ? dateOfEpochDay(daysToTake(ctx, line).checkIn).toString() : null;
}

/** Units per unit type, since several lines may need the same unit type. */
function unitsOf({ lines }: Quote): Map<number, number> {
  const units = new Map<number, number>();
  for (const { stay, quantity } of lines) {
    if (stay) units.set(stay.unitTypeId, (units.get(stay.unitTypeId) ?? 0) + quantity);
  }
  return units;
}

/**
 * The night revisions that a quote was priced from: by unit type, then by night. If one line uses nights from
 * memory and another uses nights read for its plan, takes the older revision: if they differ, the hold is
 * stale.
 */
function nightRevisions(
  ctx: SubgraphContext,
  model: StorefrontModel,
  ids: readonly number[],
  { quote, read }: PricedHold,
): number[] {
  const line = quote.lines.find(isKnown);
  if (!line) return [];
  const { checkIn, checkOut } = daysToTake(ctx, line);
  return ids.flatMap((id) => {
    const inMemory = model.byId.get(id)?.calendar;
    if (!inMemory) return [];
    const own = read.filter(({ unitTypeId }) => unitTypeId === id).map(({ nights }) => nights);
    const [first = [], ...others] = (checkIn < inMemory.firstDay ? own : [inMemory, ...own]).map((nights) => [
      ...nights.revision.slice(checkIn - nights.firstDay, checkOut - nights.firstDay),
    ]);
    const oldest = first.map((revision, night) =>
      Math.min(revision, ...others.map((other) => other[night] ?? 0)),
    );
    // Past nights may be missing: the property can be newer than the stay.
    return checkIn < inMemory.firstDay ? oldest.filter((revision) => revision > 0) : oldest;
  });
}

function heldSpansOf(ctx: SubgraphContext, { lines }: Quote, byAgent: boolean): HeldSpan[] {
  return lines.filter(isKnown).map((line) => {
    const { checkIn, checkOut } = daysToTake(ctx, line);
    const { stay, quantity } = line;
    return { unitTypeId: stay.unitTypeId, first: checkIn, last: checkOut - 1, units: quantity, byAgent };
  });
}

/** The quote for this checkout's existing hold. */
async function quoteOfHold(
  ctx: SubgraphContext,
  { holdId, storefrontId }: HoldStay,
): Promise<QuotedStays | null> {
  const { rows } = await sql<{ quote: KeptQuote }>`SELECT quote FROM catalog.stay_holds
    WHERE id = ${holdId}::uuid AND storefront_id = ${storefrontId} AND state <> 'released'`.execute(
    statements(ctx),
  );
  return rows[0] ? keptQuote(rows[0].quote) : null;
}
