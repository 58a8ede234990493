import { html } from 'hono/html';
import { before, il } from '#kit/italian.ts';
import type { CancelWords } from './cancels-en.ts';

export const CANCELS_IT: CancelWords = {
  title: 'Cancella la tua prenotazione',
  link: 'Cancella la prenotazione',
  keep: 'Mantieni la prenotazione',
  paid: 'Hai pagato',
  fee: 'Costo di cancellazione',
  refund: 'Ti viene rimborsato',
  nothing: 'Non viene rimborsato nulla',
  owed: 'Ti resta da pagare',
  until: (deadline, day) => html`Questi importi valgono fino ${before('al', day)}${deadline}.`,
  unpaid: 'Non hai pagato nulla. Se cancelli, le tue notti vengono liberate e non devi nulla.',
  shrank:
    'Gli importi sono cambiati da quando hai aperto questa pagina, quindi non è stato cancellato nulla. Controllali e cancella di nuovo se sei d’accordo.',
  reason: 'Motivo (facoltativo)',
  submit: 'Cancella questa prenotazione',
  line: {
    choose: 'Che cosa vuoi cancellare?',
    whole: 'Tutta la prenotazione',
    lead: (line) => `Viene cancellato solo «${line}». Il resto della prenotazione non cambia.`,
    submit: (line) => `Cancella ${line}`,
  },
  contact: (storefront) => `Per cancellare questa prenotazione, contatta ${storefront}.`,
  faults: {
    reason_too_long: (most) => `Il motivo può avere al massimo ${most} caratteri.`,
    card_number: 'Togli il numero della carta dal motivo.',
  },
  state: 'Cancellata',
  by: {
    guest: (name, day) => `${name}, hai cancellato questa prenotazione ${il(day)}.`,
    host: (name, day) => `${name}, la struttura ha cancellato questa prenotazione ${il(day)}.`,
    other: (name, day) => `${name}, questa prenotazione è stata cancellata ${il(day)}.`,
  },
  wasRefunded: (amount, day) => `${amount} sono stati rimborsati ${il(day)}`,
  wasRequested: (amount, day) =>
    `un rimborso di ${amount} è stato richiesto ${il(day)} e non è ancora confermato`,
  hasFailed: (amount, day) => `un rimborso di ${amount} non è riuscito ${il(day)}`,
  isDue: (amount, host) => `${host} ti deve ${amount}, che non sono ancora stati versati`,
  noRefund: (amount) => `hai pagato ${amount} e non viene rimborsato nulla`,
  stillOwed: (amount) => `restano da pagare ${amount} per la cancellazione`,
  nothingPaid: 'non hai ancora pagato nulla',
  nothingOwed: 'non hai pagato nulla e non devi nulla',
};
