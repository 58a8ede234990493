import type { RequestWords } from './requests-en.ts';

/** German texts for guests about requests to book. */
export const REQUESTS_DE: RequestWords = {
  title: (name) => `${name} anfragen`,
  heading: 'Buchungsanfrage',
  lead: 'Der Gastgeber beantwortet jede Anfrage persönlich. Jetzt bezahlen Sie noch nichts: Nimmt er an, erhalten Sie einen Link zum Bezahlen.',
  answered: (hours) => `Sie erhalten innerhalb von ${hours} eine Antwort.`,
  details: 'Fotos und Details ansehen',
  changeStay: 'Zeitraum oder Gäste ändern',
  you: 'Ihre Angaben',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail-Adresse',
  emailHint: 'Wir senden Ihnen einen Link, mit dem Sie Ihre Anfrage bestätigen.',
  phone: 'Telefonnummer (optional)',
  message: 'Nachricht an den Gastgeber (optional)',
  optional: (label) => `${label} (optional)`,
  choose: 'Bitte wählen',
  terms: 'Ich akzeptiere die Bedingungen und die Datenschutzerklärung des Gastgebers.',
  readTerms: 'Zum Nachlesen:',
  send: 'Anfrage senden',
  mailbox: {
    title: 'Bitte prüfen Sie Ihr Postfach',
    text: (email) =>
      `Wir haben einen Link an ${email} gesendet. Öffnen Sie ihn innerhalb von 30 Minuten, um Ihre Anfrage zu bestätigen. Erst dann sieht sie der Gastgeber.`,
    nothing:
      'Keine E-Mail erhalten? Sehen Sie im Spam-Ordner nach, oder senden Sie die Anfrage in ein paar Minuten noch einmal.',
  },
  verify: {
    title: 'Anfrage bestätigen',
    text: 'Der Gastgeber sieht Ihre Anfrage, sobald Sie sie hier bestätigen.',
    button: 'Anfrage bestätigen',
  },
  over: {
    title: 'Dieser Link ist nicht mehr gültig',
    text: 'Bestätigungslinks sind 30 Minuten gültig. Bitte senden Sie die Anfrage noch einmal.',
  },
  notTaken: {
    title: 'Hier sind keine Anfragen möglich',
    text: 'Für diesen Aufenthalt können Sie hier keine Anfrage senden.',
    back: 'Aufenthalt ansehen',
  },
  progress: {
    title: (reference) => `Anfrage ${reference}`,
    test: 'Dies ist eine Testanfrage: Es wird niemand erwartet.',
    state: {
      unverified: 'Noch nicht bestätigt',
      pending: 'Wartet auf den Gastgeber',
      accepted: 'Angenommen',
      booked: 'Gebucht',
      lapsed: 'Nicht rechtzeitig bezahlt',
      declined: 'Abgelehnt',
      withdrawn: 'Zurückgezogen',
      expired: 'Nicht beantwortet',
      failed: 'Nicht mehr verfügbar',
    },
    text: {
      unverified:
        'Bitte prüfen Sie Ihr Postfach: Der Gastgeber sieht Ihre Anfrage, sobald Sie sie über den Link in unserer E-Mail bestätigen.',
      pending: 'Ihre Anfrage ist beim Gastgeber. Sobald er antwortet, senden wir Ihnen eine E-Mail.',
      accepted:
        'Der Gastgeber hat Ihre Anfrage angenommen, und die Nächte sind für Sie reserviert. Bezahlen Sie jetzt, um Ihren Aufenthalt zu buchen.',
      booked: 'Ihr Aufenthalt ist gebucht.',
      lapsed:
        'Der Gastgeber hat Ihre Anfrage angenommen, die Buchung wurde aber nicht rechtzeitig bezahlt. Die Nächte wurden wieder freigegeben.',
      declined: 'Der Gastgeber kann Ihre Anfrage nicht annehmen. Sie haben nichts bezahlt.',
      withdrawn: 'Sie haben diese Anfrage zurückgezogen. Sie haben nichts bezahlt.',
      expired:
        'Der Gastgeber hat nicht rechtzeitig geantwortet, deshalb ist Ihre Anfrage verfallen. Sie haben nichts bezahlt.',
      failed:
        'Jemand anderes hat diese Nächte gebucht, bevor der Gastgeber antworten konnte. Sie haben nichts bezahlt.',
    },
    answerBy: 'Antwort bis',
    payBy: 'Zahlbar bis',
    next: 'So geht es weiter',
    steps: [
      'Der Gastgeber antwortet, und wir senden Ihnen eine E-Mail.',
      'Nimmt er an, bezahlen Sie über den Link in dieser E-Mail.',
      'Danach ist Ihr Aufenthalt gebucht. Vorher müssen Sie nichts bezahlen.',
    ],
    pay: 'Jetzt bezahlen',
    seeBooking: 'Buchung ansehen',
    withdraw: 'Anfrage zurückziehen',
    nearest: 'Diese Termine sind frei:',
    again: 'Andere Unterkünfte ansehen',
  },
  stay: 'Aufenthalt',
  dates: 'Zeitraum',
  total: 'Gesamtpreis',
  fix: 'Bitte prüfen Sie die markierten Felder.',
  faults: {
    firstName: 'Geben Sie Ihren Vornamen mit höchstens 100 Zeichen ein.',
    lastName: 'Geben Sie Ihren Nachnamen mit höchstens 100 Zeichen ein.',
    email: 'Geben Sie eine E-Mail-Adresse ein, unter der wir Sie erreichen.',
    phone: 'Eine Telefonnummer darf höchstens 40 Zeichen haben.',
    message: "Eine Nachricht darf höchstens 2'000 Zeichen haben.",
    answer: 'Bitte beantworten Sie diese Frage mit höchstens 500 Zeichen.',
    terms: 'Bitte akzeptieren Sie die Bedingungen.',
    unstorable:
      'Dieses Feld enthält ein Zeichen, das sich nicht speichern lässt (U+0000). Bitte füllen Sie es noch einmal aus.',
    TOO_LATE: 'Für diesen Zeitraum ist es zu spät. Bitte wählen Sie einen späteren.',
    TOO_MANY:
      'Für diese Adresse gibt es zu viele offene Anfragen. Bitte versuchen Sie es in einer Stunde noch einmal.',
    other: 'Dieser Zeitraum kann nicht angefragt werden.',
  },
};
