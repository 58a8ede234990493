import { describe, expect, test } from 'vitest';
import {
  CONVERSATION_STATUSES,
  type ConversationMove,
  conversationAfter,
  isMessageMove,
  MESSAGE_STATUSES,
} from '#subgraphs/checkout/conversations/domain/conversation-status.ts';
import { masked } from '#subgraphs/checkout/domain/masking.ts';

const MOVES: readonly ConversationMove[] = [
  ...(['guest_writes', 'host_answers', 'message_fails', 'close'] as const),
  ...(['stay_quiet', 'mark_spam', 'unmark_spam'] as const),
];

describe('a conversation', () => {
  const TABLE: Readonly<Record<string, readonly (string | null)[]>> = {
    // guest_writes, host_answers, message_fails, close, stay_quiet, mark_spam, unmark_spam
    open: ['open', 'answered', 'open', 'closed', 'closed', 'spam', null],
    answered: ['open', 'answered', 'open', 'closed', 'closed', 'spam', null],
    closed: ['open', 'answered', 'open', null, null, 'spam', null],
    spam: ['spam', null, null, null, null, null, 'open'],
  };
  test.each(CONVERSATION_STATUSES)(
    'a conversation with the status %s follows the transition table',
    (status) => {
      expect(MOVES.map((move) => conversationAfter(status, move))).toEqual(TABLE[status]);
    },
  );
});

describe('an outbound message', () => {
  const TO: Readonly<Record<string, readonly string[]>> = {
    queued: ['sending', 'sent', 'delivered', 'read', 'failed'],
    sending: ['sent', 'delivered', 'read', 'failed'],
    sent: ['delivered', 'read', 'failed'],
    delivered: ['read'],
    read: [],
    failed: ['queued'],
  };
  test.each(MESSAGE_STATUSES)('an outbound message with the status %s only moves forward', (from) => {
    expect(MESSAGE_STATUSES.filter((to) => isMessageMove(from, to))).toEqual(TO[from]);
  });
});

describe('a text that is kept', () => {
  test.each([
    ['Card 4242 4242 4242 4242, thanks', 'Card •••• 4242, thanks'],
    ['4242-4242-4242-4242', '•••• 4242'],
    ['Pay to DE89 3704 0044 0532 0130 00 please', 'Pay to •••• 3000 please'],
    ['ch9300762011623852957', '•••• 2957'],
    ['Call +41 44 668 18 00 or 044 668 18 00', 'Call +41 44 668 18 00 or 044 668 18 00'],
    ['Booking 4242 4242 4242 4241', 'Booking 4242 4242 4242 4241'],
    ['Flight LX1234 at 10:00 on 2026-12-01', 'Flight LX1234 at 10:00 on 2026-12-01'],
  ])('the text %j is stored as %j', (text, kept) => {
    expect(masked(text)).toBe(kept);
  });
});
