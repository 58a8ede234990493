import { al, il } from '#kit/italian.ts';
import type { BookingMailWords } from './booking-mail-words.ts';

export const IT: BookingMailWords = {
  hello: (name) => (name === null ? 'Buongiorno,' : `Buongiorno ${name},`),
  test: {
    subject: '[Prova] ',
    notice: 'Questa è una prenotazione di prova: non viene addebitato nulla e non è atteso nessun ospite.',
  },
  facts: {
    reference: 'Riferimento',
    property: 'Struttura',
    stay: 'Soggiorno',
    checkIn: 'Arrivo',
    checkOut: 'Partenza',
    party: 'Ospiti',
    guest: 'Ospite',
    before: 'Totale prima della modifica',
    booked: 'Date prenotate',
    requested: 'Totale se accettata',
    difference: 'Differenza',
    dropped: 'Notti annullate',
    cancelled: 'Annullato',
    lostUnits: 'Unità da assegnare di nuovo',
    total: 'Totale',
    paid: 'Pagato',
    dueNow: 'Da pagare ora',
    balance: 'Ancora da pagare',
    freeUntil: 'Cancellazione gratuita fino al',
    fee: 'Penale di cancellazione',
    refund: 'Rimborso',
    nearest: 'Prime date disponibili',
  },
  dueBy: (amount, day) => `${amount} entro ${day}`,
  atProperty: (amount) => `${amount} in loco`,
  message: (storefront, message) => `Messaggio di ${storefront}: ${message}`,
  from: (time) => `dalle ${time}`,
  by: (time) => `entro le ${time}`,
  questions: (storefront, reached) => `Domande? Contatta ${storefront}: ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) =>
        `Paga per mantenere il tuo soggiorno presso ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'La tua richiesta è stata accettata. ' : ''}Il tuo soggiorno presso ${property} è riservato per te fino ${al(until)}. Paga entro tale termine per confermarlo; dopo, le notti saranno rimesse in vendita.`,
      action: 'Paga ora',
      after:
        'Se non hai prenotato nulla, ignora questa e-mail: senza pagamento le notti saranno rimesse in vendita.',
    },
    'guest-held-at-property': {
      subject: ({ reference, property }) => `Conferma il tuo soggiorno presso ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'La tua richiesta è stata accettata. ' : ''}Il tuo soggiorno presso ${property} è riservato per te fino ${al(until)}. Confermalo entro tale termine; paghi in loco. Dopo, le notti saranno rimesse in vendita.`,
      action: 'Conferma ora',
      after:
        'Se non hai prenotato nulla, ignora questa e-mail: senza conferma le notti saranno rimesse in vendita.',
    },
    'guest-paid': {
      subject: ({ reference, property }) => `Il tuo soggiorno presso ${property} è pagato (${reference})`,
      lead: ({ property }) =>
        `Abbiamo ricevuto il saldo del tuo pagamento. Il tuo soggiorno presso ${property} è pagato e confermato.`,
      action: 'Vedi la prenotazione',
    },
    'guest-changed': {
      subject: ({ reference, property }) =>
        `Il tuo soggiorno presso ${property} è stato modificato (${reference})`,
      lead: ({ property }) => `Il tuo soggiorno presso ${property} è stato modificato come richiesto.`,
      action: 'Vedi la prenotazione',
    },
    'guest-change-requested': {
      subject: ({ property, reference }) => `La tua richiesta di modifica per ${property} (${reference})`,
      lead: ({ property, storefront, until }) =>
        `Hai chiesto di modificare il tuo soggiorno presso ${property}. ${storefront} può rispondere entro ${il(until)}. Fino ad allora la tua prenotazione resta invariata e le nuove notti non sono riservate per te.`,
      action: 'Vedi la prenotazione',
    },
    'guest-change-declined': {
      subject: ({ property, reference }) =>
        `La tua modifica per ${property} è stata rifiutata (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} non può modificare il tuo soggiorno presso ${property} come richiesto. La tua prenotazione resta invariata, allo stesso prezzo.`,
      action: 'Vedi la prenotazione',
    },
    'guest-change-expired': {
      subject: ({ property, reference }) =>
        `La tua richiesta di modifica per ${property} è rimasta senza risposta (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} non ha risposto in tempo alla tua richiesta di modifica. La tua prenotazione presso ${property} resta invariata, allo stesso prezzo.`,
      action: 'Vedi la prenotazione',
    },
    'host-change-requested': {
      subject: ({ property, reference }) => `Modifica richiesta presso ${property}: ${reference}`,
      lead: ({ until }) =>
        `L’ospite vorrebbe modificare il soggiorno. Rispondi entro ${il(until)}; dopo, la richiesta scade e la prenotazione resta invariata.`,
      action: 'Rispondi alla richiesta',
    },
    'guest-confirmed': {
      subject: ({ reference, property }) => `Il tuo soggiorno presso ${property} è confermato (${reference})`,
      lead: ({ property }) => `Il tuo soggiorno presso ${property} è confermato.`,
      action: 'Vedi la prenotazione',
    },
    'guest-cancelled': {
      subject: ({ reference, property }) =>
        `Il tuo soggiorno presso ${property} è stato cancellato (${reference})`,
      lead: ({ property, storefront, byGuest }) =>
        byGuest
          ? `La tua prenotazione presso ${property} è stata cancellata, come hai chiesto.`
          : `${storefront} ha cancellato la tua prenotazione presso ${property}.`,
      action: 'Vedi la prenotazione',
    },
    'guest-released': {
      subject: ({ reference, property }) => `La tua prenotazione presso ${property} è scaduta (${reference})`,
      lead: ({ property }) =>
        `Non abbiamo ricevuto il pagamento in tempo e le notti presso ${property} non sono più riservate per te. Se sono ancora disponibili, puoi prenotarle di nuovo.`,
      action: 'Vedi la prenotazione',
    },
    'guest-payment-returned': {
      subject: ({ reference, property }) =>
        `Il tuo pagamento per ${property} non è stato utilizzabile (${reference})`,
      lead: ({ property }) =>
        `Abbiamo ricevuto un pagamento che non è stato possibile usare per la tua prenotazione presso ${property}, quindi ti spetta indietro. Ti scriveremo quando sarà stato rimborsato.`,
      action: 'Vedi la prenotazione',
    },
    'guest-refunded': {
      subject: ({ reference, property }) => `Il tuo rimborso per ${property} (${reference})`,
      lead: ({ property }) =>
        `Hai ricevuto un rimborso per la tua prenotazione presso ${property}. Possono volerci alcuni giorni prima che il denaro arrivi sul tuo conto.`,
      action: 'Vedi la prenotazione',
    },
    'guest-refund-failed': {
      subject: ({ reference, property }) => `Il tuo rimborso per ${property} non è riuscito (${reference})`,
      lead: ({ property }) =>
        `Ti avevamo comunicato un rimborso per la tua prenotazione presso ${property}. Nel frattempo non è riuscito, per esempio perché la carta o il conto è chiuso. Il denaro ti spetta ancora, e alla struttura è stato chiesto di restituirlo in un altro modo.`,
      action: 'Vedi la prenotazione',
    },
    'host-refund-failed': {
      subject: ({ reference, property }) => `Rimborso non riuscito, ${property}: ${reference}`,
      lead: () =>
        'Un rimborso effettuato dall’app di pagamento non è riuscito, per esempio perché la carta o il conto dell’ospite è chiuso. L’importo è di nuovo dovuto all’ospite: concorda con lui come restituirlo e registralo nel conto della prenotazione.',
      action: 'Apri la prenotazione',
    },
    'host-payment-returned': {
      subject: ({ reference, property }) => `Pagamento da restituire, ${property}: ${reference}`,
      lead: () =>
        'Un pagamento non è stato utilizzabile per questa prenotazione, perché era già pagata, rilasciata o cancellata, o perché il suo prezzo era cambiato. L’importo torna all’ospite: il conto della prenotazione mostra se lo rimborsa l’app di pagamento o se devi farlo tu.',
      action: 'Apri la prenotazione',
    },
    'host-new': {
      subject: ({ reference, property }) => `Nuova prenotazione presso ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        until === ''
          ? `${storefront} ha una nuova prenotazione.`
          : `${storefront} ha una nuova prenotazione. Non è ancora pagata: le notti restano riservate fino ${al(until)} e poi vengono rimesse in vendita.`,
      action: 'Apri la prenotazione',
    },
    'host-confirmed': {
      subject: ({ reference, property }) => `Prenotazione confermata presso ${property}: ${reference}`,
      lead: () => 'La prenotazione è confermata.',
      action: 'Apri la prenotazione',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Saldo pagato presso ${property}: ${reference}`,
      lead: () => 'Il saldo della prenotazione è stato pagato.',
      action: 'Apri la prenotazione',
    },
    'host-changed': {
      subject: ({ reference, property }) => `Soggiorno modificato presso ${property}: ${reference}`,
      lead: () => 'L’ospite ha modificato il soggiorno nella pagina della prenotazione.',
      action: 'Apri la prenotazione',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Prenotazione cancellata presso ${property}: ${reference}`,
      lead: ({ byGuest }) =>
        byGuest
          ? 'L’ospite ha cancellato la prenotazione. Le sue notti sono di nuovo disponibili.'
          : 'La prenotazione è stata cancellata. Le sue notti sono di nuovo disponibili.',
      action: 'Apri la prenotazione',
    },
    'request-verify': {
      subject: ({ reference, property }) => `Conferma la tua richiesta per ${property} (${reference})`,
      lead: ({ property, storefront }) =>
        `Vorresti soggiornare presso ${property}. Conferma che questo indirizzo è tuo per inviare la richiesta a ${storefront}. Non è stato ancora prenotato nulla.`,
      action: 'Conferma richiesta',
      after:
        'Il link è valido per 30 minuti. Se non hai richiesto nulla, ignora questa e-mail: non succede nulla finché il link non viene usato.',
    },
    'request-declined': {
      subject: ({ reference, property }) =>
        `La tua richiesta per ${property} è stata rifiutata (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} non può accettare la tua richiesta per ${property}. Non è stato prenotato nulla.`,
      action: 'Vedi la richiesta',
    },
    'request-expired': {
      subject: ({ reference, property }) =>
        `La tua richiesta per ${property} è rimasta senza risposta (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} non ha risposto in tempo alla tua richiesta per ${property}. Non è stato prenotato nulla e nessuna notte è riservata per te.`,
      action: 'Vedi la richiesta',
    },
    'request-failed': {
      subject: ({ reference, property }) =>
        `Le notti presso ${property} non sono più disponibili (${reference})`,
      lead: ({ property }) =>
        `Le notti richieste presso ${property} sono state prenotate da qualcun altro prima che la tua richiesta fosse accettata. Non è stato prenotato nulla per te.`,
      action: 'Vedi la richiesta',
    },
    'host-request': {
      subject: ({ reference, property }) => `Richiesta per ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        `Un ospite di ${storefront} vorrebbe prenotare. Rispondi entro ${il(until)}; dopo, la richiesta scade.`,
      action: 'Rispondi alla richiesta',
    },
  },
};
