import { html } from 'hono/html';
import type { ChangeWords } from './changes-en.ts';

/** Italian text for changing a booked stay. */
export const CHANGES_IT: ChangeWords = {
  link: 'Modifica il tuo soggiorno',
  title: 'Modifica il tuo soggiorno',
  lead: 'Scegli altre date o altri ospiti. Nulla cambia finché non confermi il prezzo.',
  show: 'Mostra il nuovo prezzo',
  price: 'Prezzo del soggiorno modificato',
  figures: 'Cosa cambia',
  booking: 'La tua prenotazione',
  oldTotal: 'Totale finora',
  newTotal: 'Nuovo totale',
  difference: 'Differenza',
  dropped: { one: 'notte annullata', many: 'di notti annullate', other: 'notti annullate' },
  paid: 'Pagato',
  toPay: 'Da pagare',
  overpaid: 'Pagato oltre il nuovo totale',
  confirm: 'Modifica il mio soggiorno',
  stale:
    'La tua prenotazione o il prezzo è cambiato nel frattempo. Non è stato modificato nulla. Controlla i nuovi importi, poi confermali.',
  request: {
    lead: 'Scegli altre date o altri ospiti e guarda il prezzo. La struttura poi accetta o rifiuta la modifica.',
    terms:
      'La struttura ha fino a 48 ore per rispondere. Fino ad allora la tua prenotazione resta invariata e le nuove notti non sono riservate per te.',
    send: 'Invia la richiesta',
    title: 'La tua richiesta di modifica',
    pending: (storefront, until) =>
      html`${storefront} può rispondere entro il ${until}. Fino ad allora la tua prenotazione resta invariata e queste notti non sono riservate per te.`,
    withdraw: 'Ritira la richiesta',
  },
  line: {
    choose: 'Per quale alloggio vuoi cambiare gli ospiti?',
    dates: 'Le date valgono per tutta la prenotazione.',
  },
  cancelledNights: 'Notti annullate',
  faults: {
    dates: 'Scegli una data di arrivo e una di partenza.',
    same: 'La tua prenotazione ha già queste date e questi ospiti.',
    taken: 'Non tutte queste notti sono disponibili.',
    party: 'Non c’è posto per così tanti ospiti.',
    nights: 'Un soggiorno in queste date non è possibile.',
    closed: 'Questa prenotazione non può più essere modificata qui. Contatta la struttura.',
  },
};
