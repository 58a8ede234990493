import type { ThreadWords } from './threads-en.ts';

/** Dutch text for guests' messages to their host. */
export const THREADS_NL: ThreadWords = {
  title: 'Berichten',
  lead: (storefront) => `Schrijf hier aan ${storefront}. Antwoorden krijgt u per e-mail.`,
  none: 'Nog geen berichten.',
  you: 'U',
  files: 'Bestanden',
  automated: 'automatisch verzonden',
  label: 'Uw bericht',
  send: 'Bericht versturen',
  sent: 'Uw bericht is verzonden.',
  over: 'U kunt hier niet meer schrijven.',
  faults: {
    EMPTY: 'Schrijf eerst een bericht.',
    UNSTORABLE:
      'Dit bericht bevat een teken dat niet kan worden opgeslagen (U+0000). Verwijder het en verstuur het bericht opnieuw.',
    TOO_LONG: (most) => `Een bericht mag maximaal ${most} tekens hebben.`,
    TOO_MANY: 'U hebt te veel berichten verstuurd. Probeer het over een uur opnieuw.',
    WINDOW_CLOSED: 'Dit bericht is niet verzonden: u kunt hier niet meer schrijven.',
    other: 'Uw bericht is niet verzonden. Probeer het opnieuw.',
  },
};
