import type { RequestWords } from './requests-en.ts';

/** German texts for guests about requests to book. */
export const REQUESTS_DE: RequestWords = {
  title: (name) => `${name} anfragen`,
  heading: 'Buchungsanfrage',
  lead: 'Der Gastgeber beantwortet jede Anfrage persönlich. Sie bezahlen jetzt nichts: Wird Ihre Anfrage angenommen, erhalten Sie einen Link zum Bezahlen.',
  answered: (hours) => `Sie erhalten innerhalb von ${hours} eine Antwort.`,
  details: 'Fotos und Einzelheiten ansehen',
  changeStay: 'Daten oder Gäste ändern',
  you: 'Ihre Angaben',
  firstName: 'Vorname',
  lastName: 'Nachname',
  email: 'E-Mail-Adresse',
  emailHint: 'Wir senden Ihnen einen Link, mit dem Sie Ihre Anfrage bestätigen.',
  phone: 'Telefonnummer (freiwillig)',
  message: 'Nachricht an den Gastgeber (freiwillig)',
  optional: (label) => `${label} (freiwillig)`,
  choose: 'Bitte wählen',
  terms: 'Ich akzeptiere die Bedingungen und die Datenschutzerklärung des Gastgebers.',
  readTerms: 'Zum Nachlesen:',
  send: 'Anfrage senden',
  mailbox: {
    title: 'Sehen Sie in Ihr Postfach',
    text: (email) =>
      `Wir haben einen Link an ${email} gesendet. Öffnen Sie ihn innerhalb von 30 Minuten, um Ihre Anfrage zu bestätigen: Erst dann sieht der Gastgeber sie.`,
    nothing: 'Keine E-Mail? Sehen Sie im Spam-Ordner nach, oder senden Sie die Anfrage später noch einmal.',
  },
  verify: {
    title: 'Anfrage bestätigen',
    text: 'Der Gastgeber sieht Ihre Anfrage, sobald Sie sie hier bestätigen.',
    button: 'Anfrage bestätigen',
  },
  over: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Ein Link zur Bestätigung gilt 30 Minuten. Bitte senden Sie die Anfrage noch einmal.',
  },
  notTaken: {
    title: 'Hier sind keine Anfragen möglich',
    text: 'Für diesen Aufenthalt nimmt diese Seite keine Anfragen an.',
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
        'Sehen Sie in Ihr Postfach: Der Gastgeber sieht Ihre Anfrage, sobald Sie den Link in unserer E-Mail öffnen.',
      pending: 'Ihre Anfrage ist beim Gastgeber. Sobald er antwortet, senden wir Ihnen eine E-Mail.',
      accepted:
        'Der Gastgeber hat Ihre Anfrage angenommen, und die Nächte sind für Sie reserviert. Bezahlen Sie jetzt, um Ihren Aufenthalt zu buchen.',
      booked: 'Ihr Aufenthalt ist gebucht.',
      lapsed:
        'Die Anfrage wurde angenommen, die Buchung aber nicht rechtzeitig bezahlt; die Nächte wurden freigegeben.',
      declined: 'Der Gastgeber kann Sie in dieser Zeit nicht aufnehmen. Sie haben nichts bezahlt.',
      withdrawn: 'Sie haben diese Anfrage zurückgezogen. Sie haben nichts bezahlt.',
      expired:
        'Der Gastgeber hat nicht rechtzeitig geantwortet, deshalb ist die Anfrage beendet. Sie haben nichts bezahlt.',
      failed: 'Diese Nächte wurden vergeben, bevor der Gastgeber antworten konnte. Sie haben nichts bezahlt.',
    },
    answerBy: 'Antwort bis',
    payBy: 'Zahlbar bis',
    next: 'Wie es weitergeht',
    steps: [
      'Der Gastgeber antwortet: Wir senden Ihnen eine E-Mail.',
      'Nimmt er an, bezahlen Sie über den Link in dieser E-Mail.',
      'Ihr Aufenthalt ist gebucht. Bis dahin schulden Sie nichts.',
    ],
    pay: 'Jetzt bezahlen',
    seeBooking: 'Buchung ansehen',
    withdraw: 'Anfrage zurückziehen',
    nearest: 'Diese Daten sind frei:',
    again: 'Andere Aufenthalte ansehen',
  },
  stay: 'Aufenthalt',
  dates: 'Daten',
  total: 'Gesamtpreis',
  fix: 'Bitte prüfen Sie die markierten Felder.',
  faults: {
    firstName: 'Geben Sie Ihren Vornamen ein, höchstens 100 Zeichen.',
    lastName: 'Geben Sie Ihren Nachnamen ein, höchstens 100 Zeichen.',
    email: 'Geben Sie eine E-Mail-Adresse ein, die Sie lesen.',
    phone: 'Eine Telefonnummer hat höchstens 40 Zeichen.',
    message: 'Eine Nachricht hat höchstens 2.000 Zeichen.',
    answer: 'Bitte beantworten Sie diese Frage, mit höchstens 500 Zeichen.',
    terms: 'Bitte akzeptieren Sie die Bedingungen.',
    unstorable:
      'Dieses Feld enthält ein Zeichen, das sich nicht speichern lässt (U+0000): Bitte füllen Sie es noch einmal aus.',
    TOO_LATE: 'Für diese Daten ist es zu spät: Bitte wählen Sie spätere.',
    TOO_MANY:
      'Für diese Adresse gibt es zu viele offene Anfragen. Bitte versuchen Sie es in einer Stunde noch einmal.',
    other: 'Diese Daten können nicht angefragt werden.',
  },
};
