import type { BookingMailWords } from './booking-mail-words.ts';

export const DE: BookingMailWords = {
  hello: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  test: {
    subject: '[Test] ',
    notice: 'Dies ist eine Testbuchung: Es wird nichts berechnet, und es wird kein Gast erwartet.',
  },
  facts: {
    reference: 'Buchungsnummer',
    property: 'Unterkunft',
    stay: 'Aufenthalt',
    checkIn: 'Anreise',
    checkOut: 'Abreise',
    party: 'Gäste',
    guest: 'Gast',
    before: 'Gesamtpreis vor der Änderung',
    booked: 'Gebuchte Daten',
    requested: 'Gesamtpreis bei Annahme',
    difference: 'Unterschied',
    dropped: 'Stornierte Nächte',
    cancelled: 'Storniert',
    lostUnits: 'Neu zuzuweisende Einheiten',
    total: 'Gesamtpreis',
    paid: 'Bezahlt',
    dueNow: 'Jetzt fällig',
    balance: 'Noch zu zahlen',
    freeUntil: 'Kostenlos stornierbar bis',
    fee: 'Stornogebühr',
    refund: 'Erstattung',
    nearest: 'Nächste freie Termine',
  },
  dueBy: (amount, day) => `${amount} bis ${day}`,
  atProperty: (amount) => `${amount} vor Ort`,
  message: (storefront, message) => `Nachricht von ${storefront}: ${message}`,
  from: (time) => `ab ${time} Uhr`,
  by: (time) => `bis ${time} Uhr`,
  questions: (storefront, reached) => `Fragen? Wenden Sie sich an ${storefront}: ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) => `Bitte bezahlen: Ihr Aufenthalt in ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Ihre Anfrage wurde angenommen. ' : ''}Ihr Aufenthalt in ${property} ist bis ${until} für Sie reserviert. Bezahlen Sie bis dahin, um ihn zu bestätigen; danach werden die Nächte wieder freigegeben.`,
      action: 'Jetzt bezahlen',
      after:
        'Wenn Sie nichts gebucht haben, ignorieren Sie diese E-Mail: Ohne Zahlung werden die Nächte wieder freigegeben.',
    },
    'guest-held-at-property': {
      subject: ({ reference, property }) => `Bitte bestätigen: Ihr Aufenthalt in ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Ihre Anfrage wurde angenommen. ' : ''}Ihr Aufenthalt in ${property} ist bis ${until} für Sie reserviert. Bestätigen Sie ihn bis dahin; Sie bezahlen vor Ort. Danach werden die Nächte wieder freigegeben.`,
      action: 'Jetzt bestätigen',
      after:
        'Wenn Sie nichts gebucht haben, ignorieren Sie diese E-Mail: Ohne Bestätigung werden die Nächte wieder freigegeben.',
    },
    'guest-paid': {
      subject: ({ reference, property }) => `Ihr Aufenthalt in ${property} ist bezahlt (${reference})`,
      lead: ({ property }) =>
        `Der Rest Ihrer Zahlung ist eingegangen. Ihr Aufenthalt in ${property} ist bezahlt und bestätigt.`,
      action: 'Buchung ansehen',
    },
    'guest-changed': {
      subject: ({ reference, property }) => `Ihr Aufenthalt in ${property} wurde geändert (${reference})`,
      lead: ({ property }) => `Ihr Aufenthalt in ${property} wurde wie gewünscht geändert.`,
      action: 'Buchung ansehen',
    },
    'guest-change-requested': {
      subject: ({ property, reference }) => `Ihre Änderungsanfrage für ${property} (${reference})`,
      lead: ({ property, storefront, until }) =>
        `Sie möchten Ihren Aufenthalt in ${property} ändern. ${storefront} kann bis ${until} antworten. Bis dahin bleibt Ihre Buchung unverändert, und die neuen Nächte sind nicht für Sie reserviert.`,
      action: 'Buchung ansehen',
    },
    'guest-change-declined': {
      subject: ({ property, reference }) => `Ihre Änderung in ${property} wurde abgelehnt (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} kann Ihren Aufenthalt in ${property} nicht wie gewünscht ändern. Ihre Buchung bleibt unverändert, zum gleichen Preis.`,
      action: 'Buchung ansehen',
    },
    'guest-change-expired': {
      subject: ({ property, reference }) =>
        `Ihre Änderungsanfrage für ${property} blieb unbeantwortet (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} hat Ihre Änderungsanfrage nicht rechtzeitig beantwortet. Ihre Buchung in ${property} bleibt unverändert, zum gleichen Preis.`,
      action: 'Buchung ansehen',
    },
    'host-change-requested': {
      subject: ({ property, reference }) => `Änderung angefragt in ${property}: ${reference}`,
      lead: ({ until }) =>
        `Der Gast möchte den Aufenthalt ändern. Antworten Sie bis ${until}; danach verfällt die Anfrage, und die Buchung bleibt unverändert.`,
      action: 'Anfrage beantworten',
    },
    'guest-confirmed': {
      subject: ({ reference, property }) => `Ihr Aufenthalt in ${property} ist bestätigt (${reference})`,
      lead: ({ property }) => `Ihr Aufenthalt in ${property} ist bestätigt.`,
      action: 'Buchung ansehen',
    },
    'guest-cancelled': {
      subject: ({ reference, property }) => `Ihr Aufenthalt in ${property} wurde storniert (${reference})`,
      lead: ({ property, storefront, byGuest }) =>
        byGuest
          ? `Ihre Buchung in ${property} wurde auf Ihren Wunsch storniert.`
          : `${storefront} hat Ihre Buchung in ${property} storniert.`,
      action: 'Buchung ansehen',
    },
    'guest-released': {
      subject: ({ reference, property }) => `Ihre Buchung in ${property} ist verfallen (${reference})`,
      lead: ({ property }) =>
        `Ihre Zahlung ist nicht rechtzeitig eingegangen. Die Nächte in ${property} sind deshalb nicht mehr für Sie reserviert. Falls sie noch frei sind, können Sie sie erneut buchen.`,
      action: 'Buchung ansehen',
    },
    'guest-payment-returned': {
      subject: ({ reference, property }) =>
        `Ihre Zahlung für ${property} konnte nicht verwendet werden (${reference})`,
      lead: ({ property }) =>
        `Wir haben eine Zahlung erhalten, die für Ihre Buchung in ${property} nicht verwendet werden konnte. Sie steht Ihnen wieder zu. Sobald sie erstattet ist, schreiben wir Ihnen.`,
      action: 'Buchung ansehen',
    },
    'guest-refunded': {
      subject: ({ reference, property }) => `Ihre Erstattung für ${property} (${reference})`,
      lead: ({ property }) =>
        `Sie haben für Ihre Buchung in ${property} eine Erstattung erhalten. Es kann einige Tage dauern, bis das Geld auf Ihrem Konto ist.`,
      action: 'Buchung ansehen',
    },
    'guest-refund-failed': {
      subject: ({ reference, property }) =>
        `Ihre Erstattung für ${property} ist fehlgeschlagen (${reference})`,
      lead: ({ property }) =>
        `Wir hatten Ihnen eine Erstattung für Ihre Buchung in ${property} gemeldet. Sie ist inzwischen fehlgeschlagen, zum Beispiel weil die Karte oder das Konto geschlossen ist. Das Geld steht Ihnen weiterhin zu, und der Gastgeber wurde gebeten, es auf anderem Weg zurückzuzahlen.`,
      action: 'Buchung ansehen',
    },
    'host-refund-failed': {
      subject: ({ reference, property }) => `Erstattung fehlgeschlagen, ${property}: ${reference}`,
      lead: () =>
        'Eine Erstattung, die die Zahlungs-App ausgeführt hatte, ist fehlgeschlagen, zum Beispiel weil die Karte oder das Konto des Gastes geschlossen ist. Der Betrag ist dem Gast wieder geschuldet: Vereinbaren Sie mit ihm, wie Sie ihn zurückzahlen, und erfassen Sie die Erstattung im Gästekonto der Buchung.',
      action: 'Buchung öffnen',
    },
    'host-payment-returned': {
      subject: ({ reference, property }) => `Zahlung zurückzugeben, ${property}: ${reference}`,
      lead: () =>
        'Eine Zahlung konnte für diese Buchung nicht verwendet werden, weil sie schon bezahlt, freigegeben oder storniert war oder sich ihr Preis geändert hatte. Der Betrag geht an den Gast zurück: Das Gästekonto der Buchung zeigt, ob die Zahlungs-App ihn erstattet oder Sie es tun müssen.',
      action: 'Buchung öffnen',
    },
    'host-new': {
      subject: ({ reference, property }) => `Neue Buchung in ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        until === ''
          ? `${storefront} hat eine neue Buchung.`
          : `${storefront} hat eine neue Buchung. Sie ist noch nicht bezahlt: Die Nächte sind bis ${until} reserviert und werden danach freigegeben.`,
      action: 'Buchung öffnen',
    },
    'host-confirmed': {
      subject: ({ reference, property }) => `Buchung bestätigt in ${property}: ${reference}`,
      lead: () => 'Die Buchung ist bestätigt.',
      action: 'Buchung öffnen',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Restbetrag bezahlt in ${property}: ${reference}`,
      lead: () => 'Der Restbetrag der Buchung ist bezahlt.',
      action: 'Buchung öffnen',
    },
    'host-changed': {
      subject: ({ reference, property }) => `Aufenthalt geändert in ${property}: ${reference}`,
      lead: () => 'Der Gast hat den Aufenthalt auf der Seite der Buchung geändert.',
      action: 'Buchung öffnen',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Buchung storniert in ${property}: ${reference}`,
      lead: ({ byGuest }) =>
        byGuest
          ? 'Der Gast hat die Buchung storniert. Ihre Nächte sind wieder frei.'
          : 'Die Buchung wurde storniert. Ihre Nächte sind wieder frei.',
      action: 'Buchung öffnen',
    },
    'request-verify': {
      subject: ({ reference, property }) => `Bitte bestätigen: Ihre Anfrage für ${property} (${reference})`,
      lead: ({ property, storefront }) =>
        `Sie möchten in ${property} übernachten. Bitte bestätigen Sie, dass diese Adresse Ihnen gehört, damit ${storefront} Ihre Anfrage erhält. Es ist noch nichts gebucht.`,
      action: 'Anfrage bestätigen',
      after:
        'Der Link ist 30 Minuten gültig. Wenn Sie nichts angefragt haben, ignorieren Sie diese E-Mail: Solange niemand den Link verwendet, passiert nichts.',
    },
    'request-declined': {
      subject: ({ reference, property }) => `Ihre Anfrage für ${property} wurde abgelehnt (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} kann Ihre Anfrage für ${property} nicht annehmen. Es wurde nichts gebucht.`,
      action: 'Anfrage ansehen',
    },
    'request-expired': {
      subject: ({ reference, property }) => `Ihre Anfrage für ${property} blieb unbeantwortet (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} hat Ihre Anfrage für ${property} nicht rechtzeitig beantwortet. Es wurde nichts gebucht, und es ist nichts für Sie reserviert.`,
      action: 'Anfrage ansehen',
    },
    'request-failed': {
      subject: ({ reference, property }) => `Die Nächte in ${property} sind nicht mehr frei (${reference})`,
      lead: ({ property }) =>
        `Die angefragten Nächte in ${property} wurden anderweitig gebucht, bevor Ihre Anfrage angenommen wurde. Für Sie wurde nichts gebucht.`,
      action: 'Anfrage ansehen',
    },
    'host-request': {
      subject: ({ reference, property }) => `Anfrage für ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        `Ein Gast von ${storefront} möchte buchen. Antworten Sie bis ${until}; danach verfällt die Anfrage.`,
      action: 'Anfrage beantworten',
    },
  },
};
