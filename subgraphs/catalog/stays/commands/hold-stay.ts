import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { happened } from '#kit/happenings.ts';
import { isUuid } from '#kit/ids.ts';
import type { StayHoldResult, StayProblem } from '../../generated.ts';
import { ANNOUNCE_AVAILABILITY } from '../../rates/commands/announce-availability.ts';
import { isAboutBookingDay, isRestriction } from '../../rates/domain/restrictions.ts';
import { paidAtOnce } from '../domain/payment-schedule.ts';
import { type Quote, quoteStays } from '../domain/quote.ts';
import { daysOf, isKnown, type PricedLine, type QuoteLine, type Shelf } from '../domain/quoted-line.ts';
import { explainQuote } from '../queries/explain.ts';
import { type PlannedNights, plannedShelf } from '../queries/planned-shelf.ts';
import { checkLines, describeQuote, type QuotedStays } from '../queries/quote.ts';
import { shelfOf } from '../queries/shelf.ts';
import { guestKey, type Holder, withLimits } from '../queries/unpaid-holds.ts';
import type { StorefrontModel } from '../read-model/model.ts';
import type { Span } from '../read-model/nights.ts';
import type { HeldSpan } from '../read-model/read-model.ts';

/** Whether the nights were taken, and the quote they were taken or refused with. */
type HeldStay = Omit<StayHoldResult, 'quote'> & { readonly quote: QuotedStays };

export interface HoldStay {
  readonly holdId: string;
  readonly storefrontId: number;
  readonly lines: readonly QuoteLine[];
  readonly guestEmail: string;
  /** Agent whose unpaid holds are limited; null if it is paid already. */
  readonly agent?: Holder['agent'];
  /** When the hold ends if it is not paid. */
  readonly until: Date;
  /** Of the quote the guest was shown; null takes the price as it is. */
  readonly fingerprint?: string | null;
  /** The hold it takes the place of. */
  readonly replaces?: string | null;
  /** Whether it is the host's own decision, which no restriction binds. */
  readonly unrestricted?: boolean | null;
  /** Whether it was booked in time already, so that the booking window is kept. */
  readonly bookedBefore?: boolean | null;
}

/** How often a price is made again because something changed while the nights were being taken. */
const ATTEMPTS = 5;

/**
 * Takes the nights of a checkout, all or none, or explains why not with a fresh quote: a problem, or another fingerprint
 * than the one shown. Prices from memory, then one statement takes the locks in order, checks that the price was made
 * from what stands now, that the holder may hold more and that the units are there, and writes; what changed meanwhile is
 * read and priced again. A refusal is always made from a fresh read. Repeating it with the same checkout answers as the
 * first call did (docs/interface/checkout.md#hold-limits).
 */
export async function holdStay(ctx: SubgraphContext, hold: HoldStay): Promise<HeldStay> {
  checkLines(hold.lines);
  for (const id of [hold.holdId, hold.replaces])
    if (id != null && !isUuid(id)) throw badInput('The id of a hold must be a UUID.');
  const models = ctx.services.catalog.readModel;
  let model = await models.storefront(hold.storefrontId);
  let earlier: QuotedStays | null = null;
  for (let attempt = 1; model !== null; attempt++) {
    const { quote, read } = await quoteOf(ctx, hold, model);
    const shown = describeQuote(quote, model);
    const asShown =
      quote.problems.length === 0 && shown.fingerprint === (hold.fingerprint ?? shown.fingerprint);
    if (asShown) {
      const taken = await takeNights(ctx, hold, { model, quote, shown, read });
      if (taken.outcome === 'held') {
        happened('hold', { outcome: 'placed' });
        ctx.db.wakeup.wake([ANNOUNCE_AVAILABILITY]);
      }
      if (taken.outcome === 'held' && hold.replaces) models.nightsChanged();
      else if (taken.outcome === 'held')
        models.unitsHeld(hold.storefrontId, heldSpansOf(quote, hold.agent != null));
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
    model = await models.reread(hold.storefrontId, spansOf(quote));
  }
  throw badInput('There is no such storefront.');
}

/**
 * The price of a hold and what is in its way. Without an agent the cap on unpaid holds is none of it. Where it takes the
 * place of another hold, whose units count as taken here, the statement that takes the nights decides whether they are free.
 */
async function quoteOf(ctx: SubgraphContext, hold: HoldStay, model: StorefrontModel): Promise<PricedHold> {
  const forAgents = shelfOf(ctx, model);
  const sellable = hold.agent ? forAgents : uncapped(forAgents);
  // What is booked keeps its plan, however it is sold now.
  const retired = Boolean(hold.unrestricted || hold.bookedBefore);
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
  /** What the price was made from beside the nights in memory. */
  readonly read: readonly PlannedNights[];
}

/** The same with every free unit. */
const uncapped = ({ find, ...shelf }: Shelf): Shelf => ({
  ...shelf,
  capPercent: 100,
  find(unitTypeId, ratePlanId) {
    const sold = find(unitTypeId, ratePlanId);
    return sold && { ...sold, heldBack: 0 };
  },
});

/** Whether a line can be priced and does not begin in the past. */
const isToCome = (line: PricedLine | undefined, shelf: Shelf): boolean =>
  line !== undefined &&
  line.nightly !== null &&
  isKnown(line) &&
  daysOf(line.stay).checkIn >= shelf.todayIn(line.sold.property.timeZone);

/** A refusal with its problems in words. */
async function refuse(ctx: SubgraphContext, model: StorefrontModel, quote: Quote): Promise<HeldStay> {
  return notHeld(describeQuote(quote, model, await explainQuote(ctx, model.id, quote)));
}

/** The answer that holds nothing, counted by its reasons. Without any, the price is another than was shown. */
function notHeld(quote: QuotedStays, otherwise = 'price_changed'): HeldStay {
  happened('hold', { outcome: 'refused' });
  const codes = new Set<string>(quote.problems.map(({ code }) => code));
  for (const code of codes.size > 0 ? codes : [otherwise]) happened('holdRefusal', { code });
  return { held: false, quote };
}

/** What refuses nights that are taken, kept changing while they were to be taken, or are sold no more because the team closes. */
const CONTENDED: StayProblem = {
  code: 'out_of_stock',
  line: null,
  limit: null,
  held: 0,
  nearest: [],
  reason: null,
};

/** A quote as a hold keeps it. */
type KeptQuote = Omit<QuotedStays, 'payment'> & Partial<Pick<QuotedStays, 'payment'>>;

/** The quote of nights that are held. One from before there were deposits is paid at once. */
const keptQuote = (quote: KeptQuote): QuotedStays => ({ payment: paidAtOnce(Number(quote.total)), ...quote });

interface Taken {
  readonly outcome: 'held' | 'repeated' | 'limited' | 'stale' | 'sold_out' | 'gone' | 'closing';
  readonly quote: KeptQuote;
}

/** Runs `catalog.hold_stay` (store/functions.sql) for a quote without problems: all lines share their dates. */
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
  const { rows } = await sql<Taken>`SELECT outcome, quote FROM catalog.hold_stay(
    ${holdId}::uuid, ${storefrontId}::int, ${guestKey(guestEmail)}::text,
    ${agent != null}::boolean, ${agent?.address}::text, ${agent?.profile}::text, ${ctx.config.agentHoldNights}::int,
    ${until}::timestamptz, ${ids}::int[], ${quantities}::int[], ${revisions}::int[],
    ${shown.checkIn}::date, ${shown.checkOut}::date, ${nightRevisions(model, ids, { quote, read })}::int[],
    ${JSON.stringify(shown)}::jsonb, ${replaces}::uuid)`.execute(statements(ctx));
  const [taken] = rows;
  if (!taken) throw new Error('catalog.hold_stay returned no row.');
  return taken;
}

/** Units per unit type: several lines may ask for the same one. */
function unitsOf({ lines }: Quote): Map<number, number> {
  const units = new Map<number, number>();
  for (const { stay, quantity } of lines) {
    if (stay) units.set(stay.unitTypeId, (units.get(stay.unitTypeId) ?? 0) + quantity);
  }
  return units;
}

/**
 * Revisions of the nights a quote was priced from: unit type by unit type, night by night. Where a line of a unit type is priced from memory
 * and another one from what was read for its plan, the older of both: unless they agree, the hold is stale.
 */
function nightRevisions(
  model: StorefrontModel,
  ids: readonly number[],
  { quote, read }: PricedHold,
): number[] {
  const stay = quote.lines.find(isKnown)?.stay;
  if (!stay) return [];
  const { checkIn, checkOut } = daysOf(stay);
  return ids.flatMap((id) => {
    const inMemory = model.byId.get(id)?.calendar;
    if (!inMemory) return [];
    const [first = [], ...others] = [
      inMemory,
      ...read.filter(({ unitTypeId }) => unitTypeId === id).map(({ nights }) => nights),
    ].map((nights) => [...nights.revision.subarray(checkIn - nights.firstDay, checkOut - nights.firstDay)]);
    return first.map((revision, night) => Math.min(revision, ...others.map((other) => other[night] ?? 0)));
  });
}

const spansOf = (quote: Quote): readonly Span[] => heldSpansOf(quote, false);

function heldSpansOf({ lines }: Quote, byAgent: boolean): HeldSpan[] {
  return lines.filter(isKnown).map(({ stay, quantity }) => {
    const { checkIn, checkOut } = daysOf(stay);
    return { unitTypeId: stay.unitTypeId, first: checkIn, last: checkOut - 1, units: quantity, byAgent };
  });
}

/** The quote of a hold this checkout has already. */
async function quoteOfHold(
  ctx: SubgraphContext,
  { holdId, storefrontId }: HoldStay,
): Promise<QuotedStays | null> {
  const { rows } = await sql<{ quote: KeptQuote }>`SELECT quote FROM catalog.stay_hold
    WHERE checkout_id = ${holdId}::uuid AND storefront_id = ${storefrontId} AND state <> 'released'`.execute(
    statements(ctx),
  );
  return rows[0] ? keptQuote(rows[0].quote) : null;
}
