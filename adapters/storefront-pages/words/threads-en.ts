/** English texts for guests' messages to their host. */
export const THREADS_EN = {
  title: 'Messages',
  lead: (storefront: string) => `Write to ${storefront} here. We mail you their answers.`,
  none: 'No messages yet.',
  you: 'You',
  files: 'Files',
  automated: 'sent automatically',
  label: 'Your message',
  send: 'Send message',
  sent: 'Your message was sent.',
  over: 'You cannot write here any more.',
  faults: {
    EMPTY: 'Write a message first.',
    UNSTORABLE:
      'This message contains a character that cannot be stored (U+0000). Remove it, and send the message again.',
    TOO_LONG: (most: string) => `A message has at most ${most} characters.`,
    TOO_MANY: 'You have sent many messages. Please try again in an hour.',
    WINDOW_CLOSED: 'This message was not sent: you cannot write here any more.',
    other: 'Your message was not sent. Please try again.',
  },
};

/** Texts that every language has. */
export type ThreadWords = typeof THREADS_EN;
