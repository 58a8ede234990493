import { MAX_EMAIL } from '#kit/email.ts';
import { MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { CheckoutBuyerInput } from '../generated.ts';
import type { Buyer, Line, Quote, Session } from '../store/entities.ts';
import { keepLines } from './lines.ts';
import { blockers } from './session-messages.ts';

/** What an agent may change of a session, and what catalog says it costs. */
export interface Draft {
  readonly lines: readonly Line[];
  readonly buyer: Buyer | null;
  readonly quote: Quote;
}

/** What every change of an open session sets: the draft, its new status, and when it expires. */
export function applyDraft(
  draft: Draft,
  now: Date,
  ttlMs: number,
): Pick<Session, 'lines' | 'buyer' | 'quote' | 'notice' | 'status' | 'updatedAt' | 'expiresAt'> {
  return {
    ...draft,
    lines: keepLines(draft.lines),
    notice: null,
    status: blockers(draft).length ? 'incomplete' : 'ready_for_complete',
    updatedAt: now,
    expiresAt: new Date(now.getTime() + ttlMs),
  };
}

/** The buyer as a session keeps it: every field there, null if it was not given. */
export const toBuyer = ({ firstName, lastName, email, phoneNumber }: CheckoutBuyerInput): Buyer => ({
  firstName: keep(firstName, MAX_NAME),
  lastName: keep(lastName, MAX_NAME),
  email: keep(email, MAX_EMAIL),
  phoneNumber: keep(phoneNumber, MAX_PHONE),
});

/** One character more than allowed at most, so that breaking the limit stays visible. */
function keep(text: string | null | undefined, longest: number): string | null {
  if (text == null) return null;
  return text.length <= longest ? text : text.slice(0, longest + 1).toWellFormed();
}
