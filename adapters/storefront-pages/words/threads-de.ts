import type { ThreadWords } from './threads-en.ts';

/** German texts for guests' messages to their host. */
export const THREADS_DE: ThreadWords = {
  title: 'Nachrichten',
  lead: (storefront) => `Schreiben Sie ${storefront} hier. Antworten erhalten Sie per E-Mail.`,
  none: 'Noch keine Nachrichten.',
  you: 'Sie',
  files: 'Dateien',
  automated: 'automatisch gesendet',
  label: 'Ihre Nachricht',
  send: 'Nachricht senden',
  sent: 'Ihre Nachricht wurde gesendet.',
  over: 'Sie können hier nicht mehr schreiben.',
  faults: {
    EMPTY: 'Bitte schreiben Sie zuerst eine Nachricht.',
    UNSTORABLE:
      'Diese Nachricht enthält ein Zeichen, das sich nicht speichern lässt (U+0000). Entfernen Sie es, und senden Sie die Nachricht noch einmal.',
    TOO_LONG: (most) => `Eine Nachricht darf höchstens ${most} Zeichen haben.`,
    TOO_MANY: 'Sie haben zu viele Nachrichten gesendet. Bitte versuchen Sie es in einer Stunde erneut.',
    WINDOW_CLOSED: 'Diese Nachricht wurde nicht gesendet: Sie können hier nicht mehr schreiben.',
    other: 'Ihre Nachricht wurde nicht gesendet. Bitte versuchen Sie es erneut.',
  },
};
