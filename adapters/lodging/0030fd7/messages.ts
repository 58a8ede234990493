import type { Message } from '../../mcp/ucp/messages.ts';
import type { Shown } from '../codec.ts';
import type { LodgingCheckoutFragment } from '../generated.ts';
import { chargesPath } from './payment.ts';
import { CANCELLATION, nonRefundable } from './policies.ts';
import type { BookingStatus, Lodging } from './status.ts';

type Said = LodgingCheckoutFragment['messages'][number];

/** Codes that the draft names differently. */
const CODES: Readonly<Record<string, string>> = {
  out_of_stock: 'inventory_exhausted',
  capacity_exceeded: 'occupancy_exceeded_capacity',
  price_changed: 'totals_changed',
};

/**
 * Returns a session's messages (docs/interface/lodging.md#messages): ours in the draft's terms, plus
 * disclosures that a guest must see before booking.
 */
export function messagesOf(shown: Shown, lodging: Lodging, status: BookingStatus): readonly Message[] {
  const { session } = shown;
  const said = session.messages.map((message) => toMessage(message, session, lodging));
  if (status === 'completed' || status === 'canceled') return said;
  const disclosed = nonRefundable(lodging).map(({ path, text }) => disclosure(CANCELLATION, text, path));
  const isRequest = status === 'requires_escalation' && session.order === null;
  return [...(isRequest ? [REQUEST] : []), ...said, ...disclosed];
}

function toMessage(
  { type, code, content, param, severity }: Said,
  session: Shown['session'],
  lodging: Lodging,
) {
  const path = toPath(param);
  if (code === 'due_at_property') return disclosure(code, content, chargesPath(session, lodging) ?? path);
  if (code === 'price_changed') return disclosure('totals_changed', content, path);
  // The hold is placed; the guest has to finish on the host's page.
  if (code === 'payment_required') {
    return said({ type: 'error', code, content, severity: 'requires_buyer_review' }, '$.payment');
  }
  // Agents can resend any input: only once the hold is placed does the guest have to act in person.
  const mended = severity === 'requires_buyer_input' ? 'recoverable' : severity;
  return said(
    { type, code: CODES[code] ?? code, content, ...(mended === null ? {} : { severity: mended }) },
    path,
  );
}

/** Maps a session path to the draft's names. */
const toPath = (param: string | null): string =>
  (param ?? '$')
    .replace(/^\$\.line_items/, '$.stays')
    .replace(/^\$\.buyer/, '$.booker')
    .replace(/^\$\.order/, '$');

const said = (message: Omit<Message, 'path' | 'param'>, path: string): Message => ({ ...message, path });

const disclosure = (code: string, content: string, path: string): Message =>
  said({ type: 'warning', code, content, presentation: 'disclosure' }, path);

const REQUEST = said(
  {
    type: 'error',
    code: 'request_to_book',
    severity: 'requires_buyer_review',
    content:
      'The host reviews every booking request personally: give the guest continue_url, where they can request this stay. They pay once the host accepts.',
  },
  '$',
);
