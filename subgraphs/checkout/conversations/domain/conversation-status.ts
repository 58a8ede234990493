export const CONVERSATION_STATUSES = ['open', 'answered', 'closed', 'spam'] as const;

/** Conversation status; `ConversationStatus` in the SDL. */
export type ConversationStatus = (typeof CONVERSATION_STATUSES)[number];

export const MESSAGE_STATUSES = ['queued', 'sending', 'sent', 'delivered', 'read', 'failed'] as const;

/** Outbound message status; `MessageStatus` in the SDL. */
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A conversation's transition. */
export type ConversationMove =
  | 'guest_writes'
  | 'host_answers'
  | 'message_fails'
  | 'close'
  | 'stay_quiet'
  | 'mark_spam'
  | 'unmark_spam';

/** A conversation closes after this long without a message. */
export const QUIET_MS = 30 * 24 * 3_600_000;

type Moves = Readonly<Partial<Record<ConversationStatus, ConversationStatus>>>;

/**
 * Source and target statuses for each move. A guest's message reopens a closed conversation, but never a spam
 * conversation.
 */
const MOVES: Readonly<Record<ConversationMove, Moves>> = {
  guest_writes: { open: 'open', answered: 'open', closed: 'open', spam: 'spam' },
  host_answers: { open: 'answered', answered: 'answered', closed: 'answered' },
  message_fails: { open: 'open', answered: 'open', closed: 'open' },
  close: { open: 'closed', answered: 'closed' },
  stay_quiet: { open: 'closed', answered: 'closed' },
  mark_spam: { open: 'spam', answered: 'spam', closed: 'spam' },
  unmark_spam: { spam: 'open' },
};

/** Returns the status after a move; null if the move isn't allowed. */
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

/**
 * True if a report advances an outbound message: only forward, and after `failed` only when the host resends
 * it.
 */
export function isMessageMove(from: MessageStatus, to: MessageStatus): boolean {
  if (from === 'failed') return to === 'queued';
  if (to === 'failed') return from === 'queued' || from === 'sending' || from === 'sent';
  return PLACES[to] > PLACES[from];
}
