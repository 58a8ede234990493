import { html } from 'hono/html';
import { LONGEST_STAY } from '#schema/limits.ts';
import { AMENITIES_DE } from './amenities-de.ts';
import { joined, type Words } from './en.ts';

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

  consent: {
    title: 'Was geladen werden darf',
    text: 'Einige Teile dieser Seite kommen von Diensten anderer. Sie werden nur geladen, wenn Sie zustimmen. Am Ende der Seite können Sie das jederzeit ändern.',
    kinds: { preferences: 'Einstellungen', statistics: 'Statistik', marketing: 'Werbung' },
    chosen: 'Auswahl erlauben',
    all: 'Alle erlauben',
    none: 'Nichts erlauben',
  },

  home: {
    nothing: 'Zurzeit wird hier nichts angeboten.',
    upTo: (guests) => `Bis zu ${guests}`,
    perNight: 'pro Nacht',
    search: 'Freie Unterkünfte zeigen',
    stays: { one: 'Unterkunft ist frei', other: 'Unterkünfte sind frei' },
    inTotal: 'insgesamt, mit Gebühren und Steuern',
    atProperty: (amount) => `und ${amount} vor Ort zu zahlen`,
    notFree: 'Für diese Daten und Gäste ist nichts frei',
    notDates: 'Für diese Daten kann nicht gesucht werden',
    everything: 'Alle Unterkünfte ansehen',
    more: 'Mehr anzeigen',
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
    varies:
      'Der Preis hängt von den Daten ab; Steuern und Gebühren werden bei der Buchung einzeln aufgeführt.',
  },

  stayForm: {
    adults: 'Erwachsene',
    children: 'Kinder',
    units: 'Einheiten',
    show: 'Preis anzeigen',
    faults: {
      dates: 'Wählen Sie den Tag der Anreise und den Tag der Abreise.',
      order: 'Die Abreise muss nach der Anreise liegen.',
    },
  },

  offer: {
    inTotal: 'Gesamtpreis mit allen Gebühren und Steuern',
    deposit: (now, rest, day) => html`Bei der Buchung zahlen Sie ${now}, den Rest von ${rest} bis ${day}.`,
    atProperty: 'Sie bezahlen vor Ort: Bei der Buchung ist nichts zu zahlen.',
    freeUntil: (until) => html`Kostenlos stornierbar bis ${until}`,
    nearest: 'In der Nähe frei:',
    book: 'Diesen Aufenthalt buchen',
    notYet: 'Vor der Buchung sehen Sie alles noch einmal.',
    request: 'Diesen Aufenthalt anfragen',
    requestNote: 'Der Gastgeber beantwortet Ihre Anfrage. Vorher ist nichts gebucht.',
    notOpen: 'Hier kann noch nicht gebucht werden.',
    reasons: {
      invalid: () =>
        `Diese Daten sind nicht buchbar: Die Anreise ist frühestens heute, und ein Aufenthalt hat höchstens ${LONGEST_STAY} Nächte.`,
      out_of_stock: (units, left) =>
        left > 0 ? `Für diese Daten frei: nur noch ${units}.` : 'Diese Daten sind vergeben.',
      out_of_stock_held: (units, left, until) =>
        left > 0
          ? `Für diese Daten zurzeit frei: nur ${units}. Den Rest halten andere, bis sie bezahlen${until === null ? '' : `; die erste unbezahlte Buchung verfällt am ${until}`}.`
          : `Andere halten diese Daten, bis sie bezahlen. ${until === null ? 'Versuchen Sie es später noch einmal.' : `Die erste unbezahlte Buchung verfällt am ${until}; versuchen Sie es dann noch einmal.`}`,
      item_unavailable: () => 'Diese Unterkunft wird zurzeit nicht angeboten.',
      capacity_exceeded: (guests) =>
        `Platz für höchstens ${guests}. Wählen Sie weniger Gäste oder mehr Einheiten.`,
      min_stay: (nights) => `Kürzester Aufenthalt an diesen Daten: ${nights}.`,
      max_stay: (nights) => `Längster Aufenthalt an diesen Daten: ${nights}.`,
      closed_to_arrival: () => 'An diesem Tag ist keine Anreise möglich.',
      closed_to_departure: () => 'An diesem Tag ist keine Abreise möglich.',
      min_advance: (days) => `So lange vor der Anreise muss gebucht werden: mindestens ${days}.`,
      max_advance: (days) => `So lange vor der Anreise kann gebucht werden: höchstens ${days}.`,
      stop_sell: () => 'Diese Daten werden nicht angeboten.',
      hold_limit_guest: (_count, _limit, until) =>
        `Für diese E-Mail-Adresse warten andere Buchungen auf Zahlung. Bezahlen Sie zuerst diese, oder ${until === null ? 'lassen Sie sie verfallen' : `warten Sie: Die erste verfällt am ${until}`}.`,
      hold_limit_agent: (_count, _limit, until) =>
        `Aus Ihrem Netz warten andere Buchungen auf Zahlung. Bezahlen Sie zuerst diese, oder versuchen Sie es ${until === null ? 'später noch einmal' : `noch einmal, wenn die erste am ${until} verfällt`}.`,
    },
  },

  book: {
    title: 'Aufenthalt buchen',
    guest: 'Wer reist?',
    fields: {
      first_name: 'Vorname',
      last_name: 'Nachname',
      email: 'E-Mail-Adresse',
      phone: 'Telefonnummer (freiwillig)',
    },
    faults: {
      first_name: 'Geben Sie Ihren Vornamen ein.',
      last_name: 'Geben Sie Ihren Nachnamen ein.',
      email: 'Geben Sie eine E-Mail-Adresse ein, unter der wir Sie erreichen, zum Beispiel ada@example.com.',
      phone: 'Geben Sie eine Telefonnummer ein, oder lassen Sie das Feld leer.',
      terms: 'Bitte akzeptieren Sie die Bedingungen.',
    },
    agree: (links) => html`Ich habe gelesen und akzeptiere: ${joined(links)}.`,
    submit: 'Zahlungspflichtig buchen',
    next: 'Ihre Nächte werden für Sie reserviert; auf der nächsten Seite wählen Sie, wie Sie bezahlen.',
    unstorable:
      'Es wurde noch nichts gebucht. Die markierten Felder enthalten ein Zeichen, das sich nicht speichern lässt (U+0000): Bitte füllen Sie sie noch einmal aus.',
    checkFields: 'Es wurde noch nichts gebucht. Bitte prüfen Sie die Felder unten.',
    priceChanged: (total) =>
      `Das Angebot hat sich geändert: Der Gesamtpreis ist jetzt ${total}. Es wurde nichts gebucht. Prüfen Sie ihn, und buchen Sie noch einmal, wenn Sie einverstanden sind.`,
    sentBefore:
      'Dieses Formular wurde schon mit anderen Angaben abgeschickt. Prüfen Sie sie, und buchen Sie dann.',
    again: 'Es wurde nichts gebucht. Bitte prüfen Sie Ihre Buchung, und versuchen Sie es noch einmal.',
  },

  place: {
    title: 'Lage',
    map: 'Auf der Karte zeigen',
    mapArea: 'Umgebung auf der Karte zeigen',
    region: (place) => `Karte der Region um ${place}`,
    mapSource: 'Kartendaten: Natural Earth, GeoNames',
    approximate: 'Die genaue Adresse erhalten Sie nach der Buchung.',
    directions: 'Weg planen',
    licence: 'Registrierung',
  },

  facts: {
    bedrooms: { one: 'Schlafzimmer', other: 'Schlafzimmer' },
    bathrooms: { one: 'Badezimmer', other: 'Badezimmer' },
    years: { one: 'Jahr', other: 'Jahre' },
    beds: {
      single: { one: 'Einzelbett', other: 'Einzelbetten' },
      double: { one: 'Doppelbett', other: 'Doppelbetten' },
      queen: { one: 'Queensize-Bett', other: 'Queensize-Betten' },
      king: { one: 'Kingsize-Bett', other: 'Kingsize-Betten' },
      bunk: { one: 'Etagenbett', other: 'Etagenbetten' },
      sofa: { one: 'Schlafsofa', other: 'Schlafsofas' },
      futon: { one: 'Futon', other: 'Futons' },
      cot: { one: 'Kinderbett', other: 'Kinderbetten' },
      other: { one: 'Bett', other: 'Betten' },
    },
    amenities: 'Ausstattung',
    rules: 'Gut zu wissen',
    between: (from, until) => (until === null ? `ab ${from} Uhr` : `${from} bis ${until} Uhr`),
    by: (time) => `bis ${time} Uhr`,
    pets: 'Haustiere',
    smoking: 'Rauchen',
    parties: 'Feiern',
    allowed: 'Erlaubt',
    notAllowed: 'Nicht erlaubt',
    quiet: 'Ruhezeiten',
    minAge: 'Mindestalter für die Buchung',
    selfCheckIn: 'Selbstständiger Check-in',
    yes: 'Ja',
    no: 'Nein',
  },
  amenityGroups: {
    access: 'Zugang',
    internet: 'Internet',
    parking: 'Unterwegs',
    kitchen: 'Küche',
    bathroom: 'Bad',
    bedroom: 'Schlafen',
    living: 'Wohnen',
    climate: 'Klima',
    outdoors: 'Draußen',
    pool: 'Pool',
    wellness: 'Wellness',
    food: 'Essen und Trinken',
    family: 'Familie',
    service: 'Service',
    safety: 'Sicherheit',
    work: 'Arbeiten',
    view: 'Aussicht',
  },
  amenities: AMENITIES_DE,

  booking: {
    receipt: 'Beleg',
    receiptFor: (reference) => `Beleg für Buchung ${reference}`,
    bookedOn: 'Gebucht am',
    guest: 'Gast',
    receiptPaid: 'Vollständig bezahlt.',
    receiptDue: 'Bestätigt; noch nicht vollständig bezahlt.',
    steps: { reserved: 'Reserviert', pay: 'Bezahlen', confirmed: 'Bestätigt' },
    progress: 'Stand Ihrer Buchung',
    reach: 'So erreichen Sie Ihren Gastgeber',
    back: 'Zurück zur Buchung',
    title: (reference) => `Buchung ${reference}`,
    heading: 'Buchung',
    pincode: 'Buchungscode',
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
    refunded: (amount) => `Bisher erstattet: ${amount}.`,
    nightly: 'Preis pro Nacht',
    forYourStay: 'Für Ihren Aufenthalt',
    calendar: 'Zum Kalender hinzufügen',
  },

  payment: {
    title: 'Zahlung',
    pay: 'Bezahlen',
    payRest: 'Restbetrag bezahlen',
    confirm: 'Buchung bestätigen',
    money: {
      paidSoFar: 'Bezahlt',
      dueNow: 'Jetzt fällig',
      dueBy: (day) => html`Fällig bis ${day}`,
      overdue: (day) => html`Überfällig seit ${day}`,
      atProperty: 'Sie bezahlen vor Ort',
    },
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
    foreign_form: {
      title: 'Bitte noch einmal',
      text: 'Dieses Formular wurde von einer anderen Seite abgeschickt. Öffnen Sie die Seite hier, und füllen Sie es noch einmal aus.',
    },
    bad_request: { title: 'Etwas ist schiefgegangen', text: 'Die Anfrage kann nicht gelesen werden.' },
    unstorable: (field) =>
      `${field} enthält ein Zeichen, das sich nicht speichern lässt (U+0000). Bitte geben Sie es noch einmal ein.`,
    internal_error: {
      title: 'Etwas ist schiefgegangen',
      text: 'Bei uns ist etwas schiefgegangen; bitte versuchen Sie es später noch einmal.',
    },
    quote: (id) => `Falls es dabei bleibt, nennen Sie uns ${id}.`,
  },
};
