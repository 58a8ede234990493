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
  untranslated: (language) => `Auf ${language} verfasst: Eine deutsche Übersetzung gibt es noch nicht.`,

  layout: {
    policies: 'Bedingungen',
    language: 'Sprache',
    preview: (theme) =>
      `Sie sehen eine Vorschau des Designs ${theme}. Gäste sehen es nicht, aber Buchungen sind echt.`,
    endPreview: 'Vorschau beenden',
  },

  consent: {
    title: 'Inhalte anderer Dienste',
    text: 'Teile dieser Seite stammen von anderen Diensten und werden nur mit Ihrer Zustimmung geladen. Am Ende der Seite können Sie Ihre Auswahl jederzeit ändern.',
    kinds: { preferences: 'Einstellungen', statistics: 'Statistik', marketing: 'Werbung' },
    chosen: 'Auswahl erlauben',
    all: 'Alle erlauben',
    none: 'Alle ablehnen',
  },

  home: {
    nothing: 'Zurzeit gibt es hier keine Angebote.',
    upTo: (guests) => `Bis zu ${guests}`,
    perNight: 'pro Nacht',
    search: 'Freie Unterkünfte anzeigen',
    stays: { one: 'Unterkunft frei', other: 'Unterkünfte frei' },
    allIn: 'inklusive aller Gebühren und Steuern',
    inTotal: 'insgesamt, inklusive Gebühren und Steuern',
    atProperty: (amount) => `plus ${amount} vor Ort`,
    notFree: 'Für diesen Zeitraum und diese Gästezahl ist nichts frei',
    notDates: 'Bitte wählen Sie einen anderen Zeitraum',
    everything: 'Alle Unterkünfte ansehen',
    more: 'Mehr anzeigen',
  },

  look: {
    about: (name) => `Über ${name}`,
    contact: 'Kontakt',
    profiles: 'Auf anderen Seiten',
    website: 'Website',
  },

  agents: {
    title: 'Mit Ihrem KI-Assistenten buchen',
    text: 'Geben Sie Ihrem KI-Assistenten diese Adresse, um Unterkünfte und Preise zu finden.',
    textInstant:
      'Geben Sie Ihrem KI-Assistenten diese Adresse. Er kann Unterkünfte und Preise finden und für Sie buchen. Sie bezahlen hier, über den Link, den er Ihnen gibt.',
  },

  stay: {
    rate: 'Preis',
    rateFor: (rate, guests) => `${rate} pro Nacht, für ${guests}`,
    ratePerNight: (rate) => `${rate} pro Nacht`,
    varies:
      'Der Preis hängt vom Zeitraum ab. Wählen Sie Ihre Reisedaten, um den Gesamtpreis mit Gebühren und Steuern zu sehen.',
    from: (amount, nights) => `ab ${amount} für ${nights}`,
    allIn: 'Alle Gebühren und Steuern inbegriffen:',
    chooseDates: 'Daten wählen',
  },

  calendar: {
    title: 'Verfügbarkeit',
    chooseCheckIn: 'Wählen Sie den Anreisetag.',
    chooseCheckOut: 'Wählen Sie den Abreisetag.',
    prices: (currency, party) => `Preise in ${currency} pro Nacht, für ${party}.`,
    earlier: 'Früher',
    later: 'Später',
  },

  stayForm: {
    adults: 'Erwachsene',
    children: 'Kinder',
    units: 'Einheiten',
    show: 'Preis anzeigen',
    faults: {
      dates: 'Wählen Sie einen An- und einen Abreisetag.',
      order: 'Die Abreise muss nach der Anreise liegen.',
    },
  },

  offer: {
    inTotal: 'Gesamtpreis mit allen Gebühren und Steuern',
    deposit: (now, rest, day) => html`Bei der Buchung zahlen Sie ${now}, die restlichen ${rest} bis ${day}.`,
    atProperty: 'Sie bezahlen vor Ort. Bei der Buchung wird nichts fällig.',
    freeUntil: (until) => html`Kostenlos stornierbar bis ${until}`,
    nearest: 'Nächste freie Termine:',
    book: 'Diesen Aufenthalt buchen',
    notYet: 'Vor der Buchung können Sie alles noch einmal prüfen.',
    request: 'Diesen Aufenthalt anfragen',
    requestNote: 'Gebucht ist erst, wenn der Gastgeber Ihre Anfrage annimmt.',
    notOpen: 'Hier kann noch nicht gebucht werden.',
    reasons: {
      invalid: () => `Sie können frühestens heute anreisen und höchstens ${LONGEST_STAY} Nächte bleiben.`,
      out_of_stock: (units, left) =>
        left > 0 ? `In diesem Zeitraum nur noch frei: ${units}.` : 'Dieser Zeitraum ist ausgebucht.',
      out_of_stock_held: (units, left, until) =>
        left > 0
          ? `In diesem Zeitraum zurzeit frei: ${units}. Der Rest ist für andere Gäste reserviert, bis sie bezahlen${until === null ? '' : `; die erste unbezahlte Reservierung verfällt am ${until}`}.`
          : `Dieser Zeitraum ist für andere Gäste reserviert, bis sie bezahlen. ${until === null ? 'Versuchen Sie es später noch einmal.' : `Die erste unbezahlte Reservierung verfällt am ${until}; versuchen Sie es dann noch einmal.`}`,
      item_unavailable: () => 'Diese Unterkunft wird zurzeit nicht angeboten.',
      capacity_exceeded: (guests) =>
        `Hier ist Platz für höchstens ${guests}. Wählen Sie weniger Gäste oder mehr Einheiten.`,
      min_stay: (nights) => `Der Mindestaufenthalt in diesem Zeitraum beträgt ${nights}.`,
      max_stay: (nights) => `Der Höchstaufenthalt in diesem Zeitraum beträgt ${nights}.`,
      closed_to_arrival: () => 'An diesem Tag ist keine Anreise möglich.',
      closed_to_departure: () => 'An diesem Tag ist keine Abreise möglich.',
      min_advance: (days) => `Diese Unterkunft muss mindestens ${days} vor der Anreise gebucht werden.`,
      max_advance: (days) => `Diese Unterkunft kann höchstens ${days} vor der Anreise gebucht werden.`,
      stop_sell: () => 'Dieser Zeitraum ist nicht buchbar.',
      hold_limit_guest: (_count, _limit, until) =>
        `Unter dieser E-Mail-Adresse sind noch andere Buchungen unbezahlt. Bezahlen Sie diese zuerst, oder ${until === null ? 'lassen Sie sie verfallen' : `warten Sie: Die erste verfällt am ${until}`}.`,
      hold_limit_agent: (_count, _limit, until) =>
        `Aus Ihrem Netzwerk sind noch andere Buchungen unbezahlt. Bezahlen Sie diese zuerst, oder versuchen Sie es ${until === null ? 'später noch einmal' : `noch einmal, wenn die erste verfällt, am ${until}`}.`,
    },
  },

  arrivalTime: {
    title: 'Ankunftszeit',
    label: 'Ankunftszeit (optional)',
    fault: 'Geben Sie die Zeit in Stunden und Minuten an, zum Beispiel 16:30.',
  },

  book: {
    title: 'Aufenthalt buchen',
    guest: 'Ihre Angaben',
    fields: {
      first_name: 'Vorname',
      last_name: 'Nachname',
      email: 'E-Mail-Adresse',
      phone: 'Telefonnummer (optional)',
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
    next: 'Wir reservieren Ihre Nächte. Auf der nächsten Seite wählen Sie, wie Sie bezahlen.',
    unstorable:
      'Es wurde noch nichts gebucht. Die markierten Felder enthalten ein Zeichen, das sich nicht speichern lässt (U+0000). Bitte füllen Sie sie noch einmal aus.',
    checkFields: 'Es wurde noch nichts gebucht. Bitte prüfen Sie die Felder unten.',
    priceChanged: (total) =>
      `Das Angebot hat sich inzwischen geändert: Der Gesamtpreis beträgt jetzt ${total}. Es wurde nichts gebucht. Bitte prüfen Sie das Angebot, und buchen Sie erneut, wenn Sie einverstanden sind.`,
    sentBefore:
      'Dieses Formular wurde bereits mit anderen Angaben gesendet. Bitte prüfen Sie Ihre Angaben, und buchen Sie dann.',
    again: 'Es wurde nichts gebucht. Bitte prüfen Sie Ihre Buchung, und versuchen Sie es noch einmal.',
  },

  place: {
    title: 'Lage',
    map: 'Auf der Karte anzeigen',
    mapArea: 'Umgebung auf der Karte anzeigen',
    region: (place) => `Karte der Region um ${place}`,
    mapSource: 'Kartendaten: Natural Earth, GeoNames',
    approximate: 'Die genaue Adresse erhalten Sie nach der Buchung.',
    directions: 'Route planen',
    licence: 'Registrierungsnummer',
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
    between: (from, until) => (until === null ? `ab ${from} Uhr` : `von ${from} bis ${until} Uhr`),
    by: (time) => `bis ${time} Uhr`,
    pets: 'Haustiere',
    smoking: 'Rauchen',
    parties: 'Feiern',
    allowed: 'Erlaubt',
    notAllowed: 'Nicht erlaubt',
    quiet: 'Ruhezeit',
    minAge: 'Mindestalter für die Buchung',
    selfCheckIn: 'Selbstständiger Check-in',
    yes: 'Ja',
    no: 'Nein',
  },
  amenityGroups: {
    access: 'Zugang',
    internet: 'Internet',
    parking: 'Parken und Verkehr',
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
    receiptDue: 'Bestätigt, noch nicht vollständig bezahlt.',
    steps: { reserved: 'Reserviert', pay: 'Bezahlen', confirmed: 'Bestätigt' },
    progress: 'Stand Ihrer Buchung',
    reach: 'Kontakt zum Gastgeber',
    back: 'Zurück zur Buchung',
    title: (reference) => `Buchung ${reference}`,
    heading: 'Buchung',
    pincode: 'Buchungscode',
    state: {
      awaiting_payment: 'Zahlung offen',
      paid: 'Bezahlt',
      released: 'Verfallen',
      confirmed: 'Bestätigt',
    },
    confirmed: (name) => `${name}, Ihr Aufenthalt ist bestätigt.`,
    paid: (name) => `${name}, Ihr Aufenthalt ist bezahlt und bestätigt.`,
    released: (name) => `${name}, diese Buchung wurde nicht rechtzeitig bezahlt und ist verfallen.`,
    held: (name, until) => html`${name}, diese Nächte sind bis ${until} für Sie reserviert.`,
    test: 'Dies ist eine Testbuchung: Es wird nichts berechnet, und es wird kein Gast erwartet.',
    dueAtProperty: 'Vor Ort zu zahlen, nicht im Gesamtpreis enthalten',
    cancellation: 'Stornierung',
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
    personally: 'Ihr Gastgeber meldet sich bei Ihnen, um die Zahlung zu vereinbaren.',
    payWith: (name) => `Mit ${name} bezahlen`,
    waiting: 'Wir warten auf die Bestätigung Ihrer Zahlung. Diese Seite aktualisiert sich automatisch.',
    pending: (method, message) => `${method} wartet auf Ihre Zahlung. ${message}`,
    rejected: (method, message) => `${method} konnte Ihre Zahlung nicht ausführen: ${message}`,
    declined: {
      too_small: (method) => `Der Betrag ist zu klein für ${method}.`,
      too_large: (method) => `Der Betrag ist zu groß für ${method}.`,
      not_exact: (method) => `${method} kann nicht genau diesen Betrag abbuchen.`,
    },
    notCharged: 'Es wurde nichts abgebucht.',
    someTime: 'einige Zeit',
    refused: {
      app_failed:
        'Diese Zahlungsart ist gerade nicht verfügbar. Es wurde nichts abgebucht, und Ihre Nächte sind weiterhin reserviert. Versuchen Sie es noch einmal, oder wählen Sie eine andere Zahlungsart.',
      method_not_found: 'Wählen Sie eine der Zahlungsarten unten.',
      price_changed:
        'Der Preis dieser Buchung hat sich geändert. Prüfen Sie ihn, und wählen Sie noch einmal.',
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
        choose: 'Per Überweisung bezahlen',
        confirmed: 'Ihre Buchung wird sofort bestätigt. Danach sehen Sie, wohin Sie den Betrag überweisen.',
        held: (time) =>
          `Danach sehen Sie, wohin Sie den Betrag überweisen. Ihre Nächte sind bis zu ${time} reserviert.`,
      },
      test: {
        name: 'Testzahlung',
        choose: 'Mit Testzahlung bezahlen',
        confirmed: 'Es wird nichts berechnet.',
        held: () => 'Es wird nichts berechnet.',
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
      title: 'Bald wieder da',
      text: 'Diese Website wird gerade gewartet. Bitte versuchen Sie es in Kürze noch einmal.',
    },
    unavailable: {
      title: 'Bald wieder da',
      text: 'Diese Website ist gerade nicht erreichbar. Bitte versuchen Sie es gleich noch einmal.',
    },
    rate_limited: {
      title: 'Zu viele Anfragen',
      text: 'Sie haben diese Seite zu oft aufgerufen. Bitte versuchen Sie es in einer Minute noch einmal.',
    },
    foreign_form: {
      title: 'Bitte versuchen Sie es noch einmal',
      text: 'Dieses Formular wurde von einer anderen Website gesendet. Öffnen Sie die Seite hier, und füllen Sie es noch einmal aus.',
    },
    bad_request: {
      title: 'Ungültige Anfrage',
      text: 'Wir konnten diese Anfrage nicht lesen. Gehen Sie zurück, und versuchen Sie es noch einmal.',
    },
    unstorable: (field) =>
      `${field} enthält ein Zeichen, das sich nicht speichern lässt (U+0000). Bitte geben Sie es noch einmal ein.`,
    internal_error: {
      title: 'Ein Fehler ist aufgetreten',
      text: 'Das Problem liegt bei uns. Bitte versuchen Sie es später noch einmal.',
    },
    quote: (id) => `Falls das Problem weiter besteht, nennen Sie uns bitte diese Kennung: ${id}.`,
  },
};
