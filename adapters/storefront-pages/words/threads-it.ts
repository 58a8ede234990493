import type { ThreadWords } from './threads-en.ts';

/** Italian text for guests' messages to their host. */
export const THREADS_IT: ThreadWords = {
  title: 'Messaggi',
  lead: (storefront) => `Scrivi qui a ${storefront}. Ti invieremo le risposte per e-mail.`,
  none: 'Ancora nessun messaggio.',
  you: 'Tu',
  files: 'File',
  automated: 'inviato automaticamente',
  label: 'Il tuo messaggio',
  send: 'Invia messaggio',
  sent: 'Il tuo messaggio è stato inviato.',
  over: 'Qui non puoi più scrivere.',
  faults: {
    EMPTY: 'Scrivi prima un messaggio.',
    UNSTORABLE:
      'Questo messaggio contiene un carattere che non può essere salvato (U+0000). Eliminalo e invia di nuovo il messaggio.',
    TOO_LONG: (most) => `Un messaggio può avere al massimo ${most} caratteri.`,
    TOO_MANY: 'Hai inviato troppi messaggi. Riprova tra un’ora.',
    WINDOW_CLOSED: 'Questo messaggio non è stato inviato: qui non puoi più scrivere.',
    other: 'Il tuo messaggio non è stato inviato. Riprova.',
  },
};
