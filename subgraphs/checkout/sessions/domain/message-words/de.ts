import { MAX_LINES, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { BuyerField } from '../../../domain/readiness.ts';
import { FIELD_NAMES, type MessageWords } from './message-words.ts';

const RULES: Readonly<Record<BuyerField, string>> = {
  firstName: `einen Namen mit höchstens ${MAX_NAME} Zeichen, ohne Kartennummer`,
  lastName: `einen Namen mit höchstens ${MAX_NAME} Zeichen, ohne Kartennummer`,
  email: 'eine gültige E-Mail-Adresse, zum Beispiel ada@example.com',
  phoneNumber: `eine Telefonnummer mit höchstens ${MAX_PHONE} Zeichen, keine Kartennummer`,
};

export const DE: MessageWords = {
  buyer_absent: () => 'Der Gast fehlt: Geben Sie first_name, last_name und email an.',
  buyer_missing: ({ field }) => `${FIELD_NAMES[field]} des Gastes fehlt: Geben Sie ${RULES[field]} an.`,
  buyer_malformed: ({ field }) =>
    `${FIELD_NAMES[field]} des Gastes ist unbrauchbar: Geben Sie ${RULES[field]} an.`,
  no_lines: () => 'Die Buchung ist leer: Fügen Sie mindestens eine Position hinzu.',
  too_many_lines: () =>
    `Eine Buchung kann höchstens ${MAX_LINES} Positionen haben: Entfernen Sie einige, und buchen Sie den Rest separat.`,
  price_changed: ({ was, now, terms }) =>
    was === now
      ? `Die Bedingungen des Angebots haben sich vor der Buchung geändert; der Gesamtpreis beträgt weiterhin ${now}. Es wurde nichts gebucht: Zeigen Sie dem Gast die neuen Bedingungen, und schließen Sie die Buchung erneut ab, wenn er einverstanden ist. ${terms}`.trim()
      : `Das Angebot hat sich vor der Buchung geändert: Der Gesamtpreis betrug ${was} und beträgt jetzt ${now}. Es wurde nichts gebucht: Zeigen Sie dem Gast den neuen Gesamtpreis, und schließen Sie die Buchung erneut ab, wenn er einverstanden ist.`,
  due_at_property: ({ charges }) => `Zusätzlich zum Gesamtpreis vor Ort zu zahlen: ${charges}.`,
  deposit: ({ due, rest, by }) =>
    `${due} sind fällig, um die Buchung zu bestätigen; die restlichen ${rest} sind bis ${by} fällig.`,
  pay_at_property: ({ rest }) => `Für die Buchung ist keine Zahlung nötig: Der Gast zahlt ${rest} vor Ort.`,
  deposit_required: ({ due, rest, by, until }) =>
    `Die Buchung ist reserviert, aber nicht bezahlt: Geben Sie dem Gast den Zahlungslink. Dort sind ${due} jetzt fällig und die restlichen ${rest} bis ${by}. Wird der jetzt fällige Betrag nicht bezahlt, verfällt die Buchung um ${until}.`,
  agreement_required: ({ rest, until }) =>
    `Die Buchung ist reserviert, aber nicht bestätigt: Geben Sie dem Gast den Link. Dort bestätigt er sie und stimmt zu, ${rest} vor Ort zu zahlen. Sonst verfällt sie um ${until}.`,
  payment_required: ({ until }) =>
    `Die Buchung ist reserviert, aber nicht bezahlt: Geben Sie dem Gast den Zahlungslink. Ohne Zahlung verfällt sie um ${until}.`,
  confirmed: () => 'Die Buchung ist bestätigt: Es ist keine Zahlung nötig.',
  hold_released: () =>
    'Die Buchung wurde nicht rechtzeitig bezahlt und ist verfallen: Beginnen Sie eine neue, um noch einmal zu buchen.',
  finished: () =>
    'Diese Buchung ist abgeschlossen und kann nicht mehr geändert werden: Beginnen Sie eine neue.',
  being_completed: () =>
    'Diese Buchung wird gerade abgeschlossen und kann jetzt nicht geändert werden: Lesen Sie sie in ein paar Sekunden noch einmal.',
};
