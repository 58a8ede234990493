import type { ExtraWords } from './extras-en.ts';

/** German texts for extras that guests add to their stay. */
export const EXTRAS_DE: ExtraWords = {
  title: 'Extras',
  lead: 'Sie bezahlen Extras zusammen mit Ihrer Buchung.',
  onBook: 'Extras kommen auf der nächsten Seite zum Gesamtpreis hinzu, bevor Sie bezahlen.',
  each: (amount: string) => `je ${amount}`,
  submit: 'Zur Buchung hinzufügen',
  fault: (most: number) => `Geben Sie eine ganze Zahl von 0 bis ${most} ein.`,
  nothing: 'Geben Sie an, wie viele Sie möchten.',
  changed:
    'Die Extras oder ihre Preise haben sich geändert, seit Sie diese Seite geöffnet haben. Es wurde nichts hinzugefügt. Prüfen Sie die Preise und wählen Sie erneut.',
  closed: 'Zu dieser Buchung können keine Extras mehr hinzugefügt werden.',
};
