import { html } from 'hono/html';
import type { CancelWords } from './cancels-en.ts';

export const CANCELS_DE: CancelWords = {
  title: 'Buchung stornieren',
  link: 'Buchung stornieren',
  keep: 'Buchung behalten',
  paid: 'Bezahlt',
  fee: 'Stornogebühr',
  refund: 'Sie erhalten zurück',
  nothing: 'Es wird nichts erstattet',
  owed: 'Noch zu zahlen',
  until: (deadline) => html`Diese Beträge gelten bis ${deadline}.`,
  unpaid:
    'Sie haben noch nichts bezahlt. Wenn Sie stornieren, werden Ihre Nächte freigegeben, und Sie schulden nichts.',
  shrank:
    'Die Beträge haben sich geändert, seit Sie diese Seite geöffnet haben. Es wurde nichts storniert. Prüfen Sie die Beträge und stornieren Sie erneut, wenn Sie einverstanden sind.',
  reason: 'Grund (optional)',
  submit: 'Diese Buchung stornieren',
  line: {
    choose: 'Was möchten Sie stornieren?',
    whole: 'Die ganze Buchung',
    lead: (line) => `Nur „${line}“ wird storniert. Der Rest Ihrer Buchung bleibt unverändert.`,
    submit: (line) => `${line} stornieren`,
  },
  contact: (storefront) => `Um diese Buchung zu stornieren, wenden Sie sich an ${storefront}.`,
  faults: {
    reason_too_long: (most) => `Der Grund darf höchstens ${most} Zeichen haben.`,
    card_number: 'Entfernen Sie die Kartennummer aus dem Grund.',
  },
  state: 'Storniert',
  by: {
    guest: (name, day) => `${name}, Sie haben diese Buchung am ${day} storniert.`,
    host: (name, day) => `${name}, der Gastgeber hat diese Buchung am ${day} storniert.`,
    other: (name, day) => `${name}, diese Buchung wurde am ${day} storniert.`,
  },
  wasRefunded: (amount, day) => `${amount} wurden am ${day} erstattet`,
  wasRequested: (amount, day) =>
    `eine Erstattung von ${amount} wurde am ${day} beantragt und ist noch nicht bestätigt`,
  hasFailed: (amount, day) => `eine Erstattung von ${amount} ist am ${day} fehlgeschlagen`,
  isDue: (amount, host) => `Ihnen stehen ${amount} zu, die ${host} noch nicht ausgezahlt hat`,
  noRefund: (amount) => `Sie haben ${amount} bezahlt, und es wird nichts erstattet`,
  stillOwed: (amount) => `für die Stornierung sind noch ${amount} offen`,
  nothingPaid: 'Sie haben noch nichts bezahlt',
  nothingOwed: 'Sie haben nichts bezahlt und schulden nichts',
};
