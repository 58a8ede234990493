import { sql } from 'kysely';
import type { IslandContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import { isUuid } from '#kit/ids.ts';
import { type Quote, quoteStays } from '../domain/quote.ts';
import { daysOf, isKnown, type QuoteLine } from '../domain/quoted-line.ts';
import type { StayHoldResult, StayProblem, StayQuote } from '../generated.ts';
import { explainQuote } from '../queries/explain.ts';
import { checkLines, describeQuote, shelfOf } from '../queries/quote.ts';
import { guestKey, type Holder, withLimits } from '../queries/unpaid-holds.ts';
import type { StorefrontModel } from '../read-model/model.ts';
import { type HeldSpan, readModelOf } from '../read-model/read-model.ts';

export interface HoldStay {
  readonly checkoutId: string;
  readonly storefrontId: number;
  readonly lines: readonly QuoteLine[];
  readonly guestEmail: string;
  /** Whose unpaid holds are limited; null where the money is there. */
  readonly agent?: Holder['agent'];
  /** When the hold ends unless it is paid. */
  readonly until: Date;
  /** Of the quote the guest was shown. */
  readonly fingerprint: string;
}

/** How often a price is made again because something changed while the nights were being taken. */
const ATTEMPTS = 5;

/**
 * Takes the nights of a checkout, all or none, or says why not with a fresh quote: a problem, or another fingerprint
 * than the one shown. Prices from memory, then one statement takes the locks in order, checks that the price was made
 * from what stands now, that the holder may hold more and that the units are there, and writes; what changed meanwhile is
 * read and priced again. A refusal is always made from a fresh read. Repeating it with the same checkout answers as the
 * first call did (docs/interface/checkout.md#hold-limits).
 */
export async function holdStay(ctx: IslandContext, hold: HoldStay): Promise<StayHoldResult> {
  checkLines(hold.lines);
  if (!isUuid(hold.checkoutId)) throw badInput('A checkout id is a UUID.');
  const models = readModelOf(ctx);
  let model = await models.storefront(hold.storefrontId);
  let earlier: StayQuote | null = null;
  for (let attempt = 1; model !== null; attempt++) {
    const quote = quoteStays(hold.lines, shelfOf(ctx, model));
    const shown = describeQuote(quote, model);
    const asShown = quote.problems.length === 0 && shown.fingerprint === hold.fingerprint;
    if (asShown) {
      const taken = await takeNights(ctx, hold, model, quote, shown);
      if (taken.outcome === 'held') models.unitsHeld(hold.storefrontId, spansOf(quote));
      if (taken.outcome === 'held' || taken.outcome === 'repeated') return { held: true, quote: taken.quote };
      const limited = taken.outcome === 'limited' ? await withLimits(ctx, model, quote, hold) : quote;
      if (limited.problems.length > 0) return refuse(ctx, model, limited);
      if (attempt >= ATTEMPTS) return { held: false, quote: { ...shown, problems: [CONTENDED] } };
    } else {
      earlier ??= await quoteOfHold(ctx, hold);
      if (earlier) return { held: true, quote: earlier };
      if (attempt > 1) return refuse(ctx, model, await withLimits(ctx, model, quote, hold));
    }
    model = await models.reread(hold.storefrontId, spansOf(quote));
  }
  throw badInput('There is no such storefront.');
}

/** A refusal with its problems in words. */
async function refuse(ctx: IslandContext, model: StorefrontModel, quote: Quote): Promise<StayHoldResult> {
  return { held: false, quote: describeQuote(quote, model, await explainQuote(ctx, model.id, quote)) };
}

/** What refuses nights that kept changing while they were to be taken. */
const CONTENDED: StayProblem = {
  code: 'out_of_stock',
  line: null,
  limit: null,
  nearest: [],
  reason: null,
};

interface Taken {
  readonly outcome: 'held' | 'repeated' | 'limited' | 'stale' | 'sold_out';
  readonly quote: StayQuote;
}

/** Runs `catalog.hold_stay` (db/migrations, hold-limits) for a quote without problems: all lines share their dates. */
async function takeNights(
  ctx: IslandContext,
  { checkoutId, storefrontId, guestEmail, agent, until }: HoldStay,
  model: StorefrontModel,
  quote: Quote,
  shown: StayQuote,
): Promise<Taken> {
  const units = unitsOf(quote);
  const ids = [...units.keys()].sort((a, b) => a - b);
  const quantities = ids.map((id) => units.get(id) ?? 0);
  const revisions = ids.map((id) => model.byId.get(id)?.revision ?? 0);
  const { rows } = await sql<Taken>`SELECT outcome, quote FROM catalog.hold_stay(
    ${checkoutId}::uuid, ${storefrontId}::int, ${guestKey(guestEmail)}::text,
    ${agent != null}::boolean, ${agent?.address}::text, ${agent?.profile}::text, ${ctx.config.agentHoldNights}::int,
    ${until}::timestamptz, ${ids}::int[], ${quantities}::int[], ${revisions}::int[],
    ${shown.checkIn}::date, ${shown.checkOut}::date, ${nightRevisions(model, ids, quote)}::int[],
    ${JSON.stringify(shown)}::jsonb)`.execute(statements(ctx));
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

/** Revisions of the nights a quote was priced from: unit type by unit type, night by night. */
function nightRevisions(model: StorefrontModel, ids: readonly number[], { lines }: Quote): number[] {
  const stay = lines.find(isKnown)?.stay;
  if (!stay) return [];
  const { checkIn, checkOut } = daysOf(stay);
  return ids.flatMap((id) => {
    const nights = model.byId.get(id)?.calendar;
    if (!nights) return [];
    return [...nights.revision.subarray(checkIn - nights.firstDay, checkOut - nights.firstDay)];
  });
}

function spansOf({ lines }: Quote): HeldSpan[] {
  return lines.filter(isKnown).map(({ stay, quantity }) => {
    const { checkIn, checkOut } = daysOf(stay);
    return { unitTypeId: stay.unitTypeId, first: checkIn, last: checkOut - 1, units: quantity };
  });
}

/** The quote of a hold this checkout has already. */
async function quoteOfHold(
  ctx: IslandContext,
  { checkoutId, storefrontId }: HoldStay,
): Promise<StayQuote | null> {
  const { rows } = await sql<{ quote: StayQuote }>`SELECT quote FROM catalog.stay_hold
    WHERE checkout_id = ${checkoutId}::uuid AND storefront_id = ${storefrontId} AND state <> 'released'`.execute(
    statements(ctx),
  );
  return rows[0]?.quote ?? null;
}
