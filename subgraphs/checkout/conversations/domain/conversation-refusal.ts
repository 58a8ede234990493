import { MAX_GUEST_MESSAGES_AN_HOUR, MAX_MESSAGES_A_DAY, MAX_MESSAGES_A_MINUTE } from '#schema/limits.ts';
import type { Conversation, Message } from '../../store/entities.ts';

/** Reason a conversation or message mutation is refused. */
export interface ConversationError {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: string;
}

/** Result of a conversation mutation; `conversation` is null only if it was refused. */
export interface ConversationResult {
  readonly conversation: Conversation | null;
  readonly userErrors: readonly ConversationError[];
}

/** Result of a message mutation; `message` is null only if it was refused. */
export interface MessageResult {
  readonly message: Message | null;
  readonly userErrors: readonly ConversationError[];
}

export const conversed = (conversation: Conversation): ConversationResult => ({
  conversation,
  userErrors: [],
});

export const refuseConversation = (...userErrors: readonly ConversationError[]): ConversationResult => ({
  conversation: null,
  userErrors,
});

export const messaged = (message: Message): MessageResult => ({ message, userErrors: [] });

export const refuseMessage = (...userErrors: readonly ConversationError[]): MessageResult => ({
  message: null,
  userErrors,
});

/** Result of receiving a message from an app; every field is null if it was refused. */
export interface ReceiveResult {
  readonly conversation: Conversation | null;
  readonly message: Message | null;
  /** True if the message is new. */
  readonly applied: boolean | null;
  readonly userErrors: readonly ConversationError[];
}

export const refuseReceived = (...userErrors: readonly ConversationError[]): ReceiveResult => ({
  conversation: null,
  message: null,
  applied: null,
  userErrors,
});

/** Creates a refusal for an argument. */
export const conversationError = (
  code: string,
  field: readonly string[],
  message: string,
): ConversationError => ({ field, message, code });

/** Another team's conversation is treated as missing. */
export const noConversation = (field: readonly string[]): ConversationError =>
  conversationError('NOT_FOUND', field, 'This team has no such conversation.');

export const noMessage = (field: readonly string[]): ConversationError =>
  conversationError('NOT_FOUND', field, 'This team has no such message.');

export const guestRedacted = (field: readonly string[]): ConversationError =>
  conversationError('CONTACT_REDACTED', field, 'The guest was redacted, so no one can write to them.');

export const windowClosed = (field: readonly string[]): ConversationError =>
  conversationError('WINDOW_CLOSED', field, 'The stay ended too long ago to write about it here.');

export const isSpam = (field: readonly string[]): ConversationError =>
  conversationError('NOT_OPEN', field, 'The conversation is marked as spam. Unmark it before you write.');

export const noProvider = (field: readonly string[]): ConversationError =>
  conversationError(
    'NO_PROVIDER',
    field,
    'The app that carries this conversation is no longer installed. Answer where the guest wrote.',
  );

export const notYours = (field: readonly string[]): ConversationError =>
  conversationError('NOT_YOUR_CONVERSATION', field, 'Another provider carries this conversation.');

export const keyUsed = (field: readonly string[]): ConversationError =>
  conversationError('INVALID', field, 'The idempotency key was used for another message.');

export const TOO_MANY_SENT = conversationError(
  'TOO_MANY',
  ['text'],
  `An install can send at most ${MAX_MESSAGES_A_MINUTE} messages a minute and ${MAX_MESSAGES_A_DAY.toLocaleString('en')} a day. Try again later.`,
);

export const TOO_MANY_WRITTEN = conversationError(
  'TOO_MANY',
  ['input', 'text'],
  `You can write at most ${MAX_GUEST_MESSAGES_AN_HOUR} messages an hour here. Please wait a while.`,
);
