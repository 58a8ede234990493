import { html } from 'hono/html';
import type { ChangeWords } from './changes-en.ts';

/** German text for changing a booked stay. */
export const CHANGES_DE: ChangeWords = {
  link: 'Aufenthalt ändern',
  title: 'Aufenthalt ändern',
  lead: 'Wählen Sie andere Daten oder Gäste. Geändert wird erst, wenn Sie den Preis bestätigen.',
  show: 'Neuen Preis anzeigen',
  price: 'Preis des geänderten Aufenthalts',
  figures: 'Was sich ändert',
  booking: 'Ihre Buchung',
  oldTotal: 'Bisheriger Gesamtbetrag',
  newTotal: 'Neuer Gesamtbetrag',
  difference: 'Unterschied',
  dropped: { one: 'stornierte Nacht', other: 'stornierte Nächte' },
  paid: 'Bezahlt',
  toPay: 'Zu zahlen',
  overpaid: 'Mehr bezahlt als der neue Gesamtbetrag',
  confirm: 'Meinen Aufenthalt ändern',
  stale:
    'Ihre Buchung oder der Preis hat sich inzwischen geändert. Es wurde nichts geändert. Prüfen Sie die neuen Beträge und bestätigen Sie sie dann.',
  request: {
    lead: 'Wählen Sie andere Daten oder Gäste und sehen Sie den Preis. Ihr Gastgeber nimmt die Änderung dann an oder lehnt sie ab.',
    terms:
      'Ihr Gastgeber hat bis zu 48 Stunden Zeit zu antworten. Bis dahin bleibt Ihre Buchung unverändert, und die neuen Nächte sind nicht für Sie reserviert.',
    send: 'Anfrage senden',
    title: 'Ihre Änderungsanfrage',
    pending: (storefront, until) =>
      html`${storefront} kann bis ${until} antworten. Bis dahin bleibt Ihre Buchung unverändert, und diese Nächte sind nicht für Sie reserviert.`,
    withdraw: 'Anfrage zurückziehen',
  },
  line: {
    choose: 'Wo möchten Sie die Gäste ändern?',
    dates: 'Die Daten gelten für Ihre ganze Buchung.',
  },
  cancelledNights: 'Stornierte Nächte',
  faults: {
    dates: 'Wählen Sie An- und Abreise.',
    same: 'Ihre Buchung hat bereits diese Daten und Gäste.',
    taken: 'Nicht alle diese Nächte sind verfügbar.',
    party: 'Für so viele Gäste reicht der Platz nicht.',
    nights: 'Ein Aufenthalt an diesen Daten ist nicht möglich.',
    closed: 'Diese Buchung kann hier nicht mehr geändert werden. Bitte wenden Sie sich an Ihren Gastgeber.',
  },
};
