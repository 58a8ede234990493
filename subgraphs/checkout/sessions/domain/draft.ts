import { MAX_EMAIL } from '#kit/email.ts';
import { MAX_ITEM_ID, MAX_LINES, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import { leadOf, toStayGuests } from '../../bookings/domain/lodging.ts';
import { masked } from '../../domain/masking.ts';
import type { CheckoutBuyerInput, CheckoutLodgingInput, Maybe } from '../../generated.ts';
import type { Buyer, Line, Quote, Session, StayGuests } from '../../store/entities.ts';
import { blockers } from './session-messages.ts';

/** A session's changeable fields and catalog's quote. */
export interface Draft {
  readonly lines: readonly Line[];
  readonly buyer: Buyer | null;
  readonly guests: StayGuests | null;
  readonly quote: Quote;
}

/** Applies a request to the booker and guests; absent fields stay unchanged. */
export function changedPeople(
  {
    buyer,
    lodging,
  }: { readonly buyer?: Maybe<CheckoutBuyerInput>; readonly lodging?: Maybe<CheckoutLodgingInput> },
  before: Pick<Draft, 'buyer' | 'guests'>,
): Pick<Draft, 'buyer' | 'guests'> {
  const given = buyer ? toBuyer(buyer) : null;
  if (!lodging) return { buyer: given ?? before.buyer, guests: before.guests };
  const guests = toStayGuests(lodging, given);
  return { buyer: leadOf(guests), guests };
}

/** Returns the fields for any change to an open session: the draft, its new status, and its expiry. */
export function applyDraft(
  draft: Draft,
  now: Date,
  ttlMs: number,
): Pick<Session, 'lines' | 'buyer' | 'guests' | 'quote' | 'notice' | 'status' | 'updatedAt' | 'expiresAt'> {
  return {
    ...draft,
    lines: keepLines(draft.lines),
    notice: null,
    status: blockers(draft).length ? 'incomplete' : 'ready_for_complete',
    updatedAt: now,
    expiresAt: new Date(now.getTime() + ttlMs),
  };
}

/** Converts a buyer to the session's form: all fields, null if absent, and never a card number. */
export const toBuyer = ({ firstName, lastName, email, phoneNumber }: CheckoutBuyerInput): Buyer => ({
  firstName: keep(firstName, MAX_NAME),
  lastName: keep(lastName, MAX_NAME),
  email: keep(email, MAX_EMAIL),
  phoneNumber: keep(phoneNumber, MAX_PHONE),
});

/** Truncates to one character beyond the limit, so violations stay visible. */
function keep(given: string | null | undefined, longest: number): string | null {
  if (given == null) return null;
  const text = masked(given);
  return text.length <= longest ? text : text.slice(0, longest + 1).toWellFormed();
}

/**
 * Truncates lines for storage: keeps at most one line, and one character of an id, beyond the limit, so that
 * violations stay visible.
 */
const keepLines = (lines: readonly Line[]): readonly Line[] =>
  lines.slice(0, MAX_LINES + 1).map(({ itemId, quantity }) => ({
    itemId: itemId.length > MAX_ITEM_ID ? itemId.slice(0, MAX_ITEM_ID + 1).toWellFormed() : itemId,
    quantity,
  }));
