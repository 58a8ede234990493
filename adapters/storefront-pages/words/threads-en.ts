/** English texts for guests' messages to their host. */
export const THREADS_EN = {
  title: 'Messages',
  lead: (storefront: string) => `Write to ${storefront} here. We'll email you their answers.`,
  none: 'No messages yet.',
  you: 'You',
  files: 'Files',
  automated: 'sent automatically',
  label: 'Your message',
  send: 'Send message',
  sent: 'Your message was sent.',
  over: 'You can no longer write here.',
  faults: {
    EMPTY: 'Write a message first.',
    UNSTORABLE:
      "This message contains a character that can't be stored (U+0000). Remove it, and send the message again.",
    TOO_LONG: (most: string) => `A message can have at most ${most} characters.`,
    TOO_MANY: "You've sent too many messages. Please try again in an hour.",
    WINDOW_CLOSED: "This message wasn't sent: you can no longer write here.",
    other: "Your message wasn't sent. Please try again.",
  },
};

/** Texts that every language must have. */
export type ThreadWords = typeof THREADS_EN;
