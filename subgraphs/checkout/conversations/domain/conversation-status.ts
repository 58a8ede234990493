export const CONVERSATION_STATUSES = ['open', 'answered', 'closed', 'spam'] as const;

/** Where a conversation is; `ConversationStatus` of the SDL. */
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export const MESSAGE_STATUSES = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const;

/** Where an outbound message is; `MessageStatus` of the SDL. */
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** What happens to a conversation. */
export type ConversationMove =
  | 'guest_writes'
  | 'host_answers'
  | 'message_fails'
  | 'close'
  | 'stay_quiet'
  | 'mark_spam'
  | 'unmark_spam';

/** A conversation in which no one writes for this long is closed. */
export const QUIET_MS = 30 * 24 * 3_600_000;

type Moves = Readonly<Partial<Record<ConversationStatus, ConversationStatus>>>;

/** From where each move leads, and where to. What a guest writes opens a closed conversation again, and never one that is spam. */
const MOVES: Readonly<Record<ConversationMove, Moves>> = {
  guest_writes: { open: 'open', answered: 'open', closed: 'open', spam: 'spam' },
  host_answers: { open: 'answered', answered: 'answered', closed: 'answered' },
  message_fails: { open: 'open', answered: 'open', closed: 'open' },
  close: { open: 'closed', answered: 'closed' },
  stay_quiet: { open: 'closed', answered: 'closed' },
  mark_spam: { open: 'spam', answered: 'spam', closed: 'spam' },
  unmark_spam: { spam: 'open' },
};

/** Where a move leads from a status; null where it is not possible. */
export const conversationAfter = (
  status: ConversationStatus,
  move: ConversationMove,
): ConversationStatus | null => MOVES[move][status] ?? null;

const PLACES: Readonly<Record<MessageStatus, number>> = {
  queued: 0,
  sending: 1,
  sent: 2,
  delivered: 3,
  read: 4,
  failed: 2,
};

/** Whether a report moves an outbound message on: only forward, and nothing follows `failed` but that the host sends it again. */
export function isMessageMove(from: MessageStatus, to: MessageStatus): boolean {
  if (from === 'failed') return to === 'queued';
  if (to === 'failed') return from === 'queued' || from === 'sending' || from === 'sent';
  return PLACES[to] > PLACES[from];
}
