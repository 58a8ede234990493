import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { Maybe, StayAgentInput } from '../../generated.ts';
import { type HoldLimits, halved, overLimits, type UnpaidHolds } from '../domain/hold-limits.ts';
import type { Quote } from '../domain/quote.ts';
import { daysOf, isKnown } from '../domain/quoted-line.ts';
import type { StorefrontModel } from '../read-model/model.ts';

/**
 * The holder whose holds are limited for a quote: an agent, and its guest once there is one; null if no holds
 * are limited.
 */
export interface Holder {
  readonly guestEmail?: Maybe<string> | undefined;
  readonly agent?: Maybe<StayAgentInput> | undefined;
}

/** Converts a guest's email address to a key for counting holds. */
export const guestKey = (email: string): string => email.trim().toLowerCase();

/** Limits for unpaid holds on a storefront. */
const limitsOf = (
  { config }: Pick<SubgraphContext, 'config'>,
  { maxHoldsPerGuest, maxHeldNights }: StorefrontModel,
): HoldLimits => ({ maxHoldsPerGuest, maxHeldNights: maxHeldNights ?? config.agentHoldNights });

/** Adds the hold limits that the holder exceeds to the quote's problems. */
export async function withLimits(
  ctx: SubgraphContext,
  model: StorefrontModel,
  quote: Quote,
  { guestEmail, agent }: Holder,
): Promise<Quote> {
  if (!agent) return quote;
  const guest = guestEmail ? guestKey(guestEmail) : null;
  const usual = limitsOf(ctx, model);
  const tight = halved(usual);
  const nights = unitNightsOf(quote);
  // Checks for pressure only if the holder is above half of a limit.
  const { rows } = await sql<UnpaidRow>`
    SELECT guest_holds AS "guestHolds", guest_until AS "guestUntil", agent_nights AS "agentNights", agent_until AS "agentUntil",
      CASE WHEN guest_holds >= ${tight.maxHoldsPerGuest}::int OR agent_nights + ${nights}::int > ${tight.maxHeldNights}::int
        THEN catalog.is_pressed(${model.id}::int) ELSE false END AS pressed
    FROM catalog.unpaid_holds(${model.id}::int, ${guest}::text, ${agent.address}::text, ${agent.profile}::text)`.execute(
    statements(ctx),
  );
  const [row] = rows;
  if (!row) throw new Error('catalog.unpaid_holds returned no row.');
  const unpaid = { ...row, guestUntil: toInstant(row.guestUntil), agentUntil: toInstant(row.agentUntil) };
  const exceeded = overLimits(nights, unpaid, row.pressed ? tight : usual);
  return { ...quote, problems: [...quote.problems, ...exceeded] };
}

/** A row as PostgreSQL returns it, with times as text. */
type UnpaidRow = Omit<UnpaidHolds, 'guestUntil' | 'agentUntil'> &
  Record<'guestUntil' | 'agentUntil', string | null> & { readonly pressed: boolean };

const toInstant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** Units times nights for everything a quote would hold. */
const unitNightsOf = ({ lines }: Quote): number =>
  lines.filter(isKnown).reduce((sum, { stay, quantity }) => {
    const { checkIn, checkOut } = daysOf(stay);
    return sum + quantity * (checkOut - checkIn);
  }, 0);
