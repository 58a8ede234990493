import { html } from 'hono/html';
import type { Words } from './en.ts';

export const DE: Words = {
  guests: { one: 'Gast', other: 'Gäste' },
  nights: { one: 'Nacht', other: 'Nächte' },
  units: { one: 'Einheit', other: 'Einheiten' },
  days: { one: 'Tag', other: 'Tage' },
  hours: { one: 'Stunde', other: 'Stunden' },
  checkIn: 'Anreise',
  checkOut: 'Abreise',
  nightsLabel: 'Nächte',
  guestsLabel: 'Gäste',
  photos: 'Fotos',
  photoOf: (name) => `Foto: ${name}`,
  price: 'Preis',
  entries: { subtotal: 'Übernachtungen', discount: 'Langzeitrabatt', total: 'Gesamtpreis' },

  layout: {
    policies: 'Bedingungen',
    language: 'Sprache',
  },

  home: {
    nothing: 'Zurzeit wird hier nichts angeboten.',
    upTo: (guests) => `Bis zu ${guests}`,
    perNight: 'pro Nacht',
  },

  agents: {
    title: 'Mit Ihrem Assistenten buchen',
    text: 'Geben Sie Ihrem KI-Assistenten diese Adresse. Er findet Unterkünfte und nennt Preise.',
    textInstant:
      'Geben Sie Ihrem KI-Assistenten diese Adresse. Er findet Unterkünfte, nennt Preise und bucht für Sie; bezahlt wird hier, über den Link, den er Ihnen gibt.',
  },

  stay: {
    rate: 'Preis',
    rateFor: (rate, guests) => `${rate} pro Nacht, für ${guests}`,
    ratePerNight: (rate) => `${rate} pro Nacht`,
    unitsLabel: 'Einheiten',
    property: 'Unterkunft',
    varies:
      'Der Preis hängt von den Daten ab; Steuern und Gebühren werden bei der Buchung einzeln aufgeführt.',
  },

  booking: {
    title: (reference) => `Buchung ${reference}`,
    heading: 'Buchung',
    state: {
      awaiting_payment: 'Zahlung offen',
      paid: 'Bezahlt',
      released: 'Freigegeben',
      confirmed: 'Bestätigt',
    },
    cancelled: (name) => `${name}, diese Buchung wurde vom Gastgeber storniert.`,
    confirmed: (name) => `${name}, Ihr Aufenthalt ist bestätigt.`,
    paid: (name) => `${name}, Ihr Aufenthalt ist bezahlt und bestätigt.`,
    released: (name) => `${name}, diese Buchung wurde nicht rechtzeitig bezahlt und ist verfallen.`,
    held: (name, until) => html`${name}, diese Nächte sind bis ${until} für Sie reserviert.`,
    test: 'Dies ist eine Testbuchung: Es fließt kein Geld, und niemand wird erwartet.',
    dueAtProperty: 'Vor Ort zu zahlen, nicht im Gesamtpreis enthalten',
    cancellation: 'Stornierung',
    refundDue: (amount) => `Erstattung: ${amount}.`,
    forYourStay: 'Für Ihren Aufenthalt',
    calendar: 'Zum Kalender hinzufügen',
  },

  payment: {
    title: 'Zahlung',
    pay: 'Bezahlen',
    payAnotherWay: 'Anders bezahlen',
    personally: 'Der Gastgeber wickelt die Zahlung persönlich mit Ihnen ab und meldet sich bei Ihnen.',
    payWith: (name) => `Mit ${name} bezahlen`,
    waiting: 'Wir warten auf die Bestätigung Ihrer Zahlung. Diese Seite aktualisiert sich automatisch.',
    pending: (method, message) => `${method} wartet auf Ihre Zahlung. ${message}`,
    rejected: (method, message) => `${method} konnte Ihre Zahlung nicht annehmen: ${message}`,
    someTime: 'einige Zeit',
    refused: {
      app_failed:
        'Diese Zahlungsart ist gerade nicht verfügbar. Es wurde nichts abgebucht, und Ihre Nächte sind weiterhin reserviert. Versuchen Sie es noch einmal oder wählen Sie eine andere Zahlungsart.',
      method_not_found: 'Wählen Sie eine der Zahlungsarten unten.',
      price_changed: 'Der Preis dieser Buchung hat sich geändert. Prüfen Sie ihn und wählen Sie noch einmal.',
    },
    methods: {
      pay_at_property: {
        name: 'Vor Ort bezahlen',
        choose: 'Vor Ort bezahlen',
        confirmed: 'Ihre Buchung wird sofort bestätigt. Sie bezahlen während Ihres Aufenthalts.',
        held: (time) =>
          `Ihre Nächte sind bis zur Bestätigung durch den Gastgeber reserviert, höchstens ${time}.`,
      },
      bank_transfer: {
        name: 'Überweisung',
        choose: 'Überweisung wählen',
        confirmed: 'Ihre Buchung wird sofort bestätigt. Danach sehen Sie, wohin Sie den Betrag überweisen.',
        held: (time) =>
          `Danach sehen Sie, wohin Sie den Betrag überweisen. Ihre Nächte sind bis zu ${time} reserviert.`,
      },
      test: {
        name: 'Testzahlung',
        choose: 'Testzahlung wählen',
        confirmed: 'Es fließt kein Geld.',
        held: () => 'Es fließt kein Geld.',
      },
    },
    transferHeld: (sum, until) =>
      html`Bitte überweisen Sie ${sum}. Ihre Nächte sind bis ${until} reserviert; der Gastgeber bestätigt Ihre Buchung, sobald das Geld eingegangen ist.`,
    transferDue: (sum) => html`Bitte überweisen Sie ${sum} vor Ihrem Aufenthalt.`,
    atPropertyHeld: (until) =>
      html`Sie bezahlen vor Ort. Ihre Nächte sind bis ${until} reserviert; der Gastgeber bestätigt Ihre Buchung.`,
    atPropertyDue: (sum) => html`Sie bezahlen ${sum} vor Ort.`,
    holder: 'Kontoinhaber',
    reference: 'Verwendungszweck',
  },

  problem: {
    back: (storefront) => `Angebot von ${storefront} ansehen`,
    not_found: { title: 'Seite nicht gefunden', text: 'Diese Seite gibt es nicht.' },
    storefront_not_found: {
      title: 'Seite nicht gefunden',
      text: 'Unter dieser Adresse gibt es nichts zu buchen.',
    },
    maintenance: {
      title: 'Gleich zurück',
      text: 'Diese Seite wird gerade gewartet. Bitte versuchen Sie es in Kürze noch einmal.',
    },
    unavailable: {
      title: 'Gleich zurück',
      text: 'Diese Seite ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
    },
    rate_limited: {
      title: 'Zu viele Anfragen',
      text: 'Diese Seite wurde sehr oft aufgerufen. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    bad_request: { title: 'Etwas ist schiefgegangen', text: 'Die Anfrage kann nicht gelesen werden.' },
    internal_error: {
      title: 'Etwas ist schiefgegangen',
      text: 'Bei uns ist etwas schiefgegangen; bitte versuchen Sie es später noch einmal.',
    },
    quote: (id) => `Falls es dabei bleibt, nennen Sie uns ${id}.`,
  },
};
