import { html } from 'hono/html';
import type { CancelWords } from './cancels-en.ts';

export const CANCELS_NL: CancelWords = {
  title: 'Uw boeking annuleren',
  link: 'Boeking annuleren',
  keep: 'Boeking behouden',
  paid: 'U hebt betaald',
  fee: 'Annuleringskosten',
  refund: 'U krijgt terug',
  nothing: 'Er wordt niets terugbetaald',
  owed: 'Nog te betalen',
  until: (deadline) => html`Deze bedragen gelden tot en met ${deadline}.`,
  unpaid: 'U hebt nog niets betaald. Als u annuleert, komen uw nachten vrij en bent u niets verschuldigd.',
  shrank:
    'De bedragen zijn veranderd sinds u deze pagina opende, dus er is niets geannuleerd. Controleer ze en annuleer opnieuw als u akkoord gaat.',
  reason: 'Reden (optioneel)',
  submit: 'Deze boeking annuleren',
  line: {
    choose: 'Wat wilt u annuleren?',
    whole: 'De hele boeking',
    lead: (line) => `Alleen ‘${line}’ wordt geannuleerd. De rest van uw boeking verandert niet.`,
    submit: (line) => `${line} annuleren`,
  },
  contact: (storefront) => `Neem contact op met ${storefront} om deze boeking te annuleren.`,
  faults: {
    reason_too_long: (most) => `Een reden mag hooguit ${most} tekens hebben.`,
    card_number: 'Verwijder het kaartnummer uit de reden.',
  },
  state: 'Geannuleerd',
  by: {
    guest: (name, day) => `${name}, u hebt deze boeking op ${day} geannuleerd.`,
    host: (name, day) => `${name}, de accommodatie heeft deze boeking op ${day} geannuleerd.`,
    other: (name, day) => `${name}, deze boeking is op ${day} geannuleerd.`,
  },
  wasRefunded: (amount, day) => `${amount} is op ${day} terugbetaald`,
  wasRequested: (amount, day) =>
    `een terugbetaling van ${amount} is op ${day} aangevraagd en nog niet bevestigd`,
  hasFailed: (amount, day) => `een terugbetaling van ${amount} is op ${day} mislukt`,
  isDue: (amount, host) => `u hebt nog recht op ${amount} van ${host}, en dat bedrag is nog niet uitbetaald`,
  noRefund: (amount) => `u hebt ${amount} betaald en er wordt niets terugbetaald`,
  stillOwed: (amount) => `voor de annulering staat nog ${amount} open`,
  nothingPaid: 'u hebt nog niets betaald',
  nothingOwed: 'u hebt niets betaald en bent niets verschuldigd',
};
