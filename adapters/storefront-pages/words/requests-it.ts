import type { RequestWords } from './requests-en.ts';

/** Italian text for guests about booking requests. */
export const REQUESTS_IT: RequestWords = {
  title: (name) => `Richiedi ${name}`,
  heading: 'Richiesta di prenotazione',
  lead: 'La struttura risponde personalmente a ogni richiesta. Ora non paghi nulla: se accetta, riceverai un link per pagare.',
  answered: (hours) => `Riceverai una risposta entro ${hours}.`,
  details: 'Vedi foto e dettagli',
  changeStay: 'Modifica date o ospiti',
  you: 'I tuoi dati',
  firstName: 'Nome',
  lastName: 'Cognome',
  email: 'Indirizzo e-mail',
  emailHint: 'Ti invieremo un link per confermare la richiesta.',
  phone: 'Telefono (facoltativo)',
  message: 'Messaggio alla struttura (facoltativo)',
  optional: (label) => `${label} (facoltativo)`,
  choose: 'Scegli un’opzione',
  terms: 'Accetto le condizioni e l’informativa sulla privacy della struttura.',
  readTerms: 'Da leggere:',
  send: 'Invia richiesta',
  mailbox: {
    title: 'Controlla la tua posta',
    text: (email) =>
      `Abbiamo inviato un link a ${email}. Aprilo entro 30 minuti per confermare la richiesta. La struttura la vedrà solo dopo.`,
    nothing:
      'Non hai ricevuto l’e-mail? Controlla la cartella dello spam o invia di nuovo la richiesta tra qualche minuto.',
  },
  verify: {
    title: 'Conferma la richiesta',
    text: 'La struttura vedrà la tua richiesta appena la confermi qui.',
    button: 'Conferma richiesta',
  },
  over: {
    title: 'Questo link non è più valido',
    text: 'I link di conferma sono validi per 30 minuti. Invia di nuovo la richiesta.',
  },
  notTaken: {
    title: 'Non è possibile richiedere questo soggiorno',
    text: 'Questo sito non accetta richieste per questo soggiorno.',
    back: 'Vedi il soggiorno',
  },
  progress: {
    title: (reference) => `Richiesta ${reference}`,
    test: 'Questa è una richiesta di prova: non è atteso nessun ospite.',
    state: {
      unverified: 'Non ancora confermata',
      pending: 'In attesa della struttura',
      accepted: 'Accettata',
      booked: 'Prenotata',
      lapsed: 'Non pagata in tempo',
      declined: 'Rifiutata',
      withdrawn: 'Ritirata',
      expired: 'Senza risposta',
      failed: 'Non più disponibile',
    },
    text: {
      unverified:
        'Controlla la tua posta: la struttura vedrà la tua richiesta appena la confermi con il link nella nostra e-mail.',
      pending: 'La struttura ha ricevuto la tua richiesta. Ti scriveremo appena risponde.',
      accepted:
        'La struttura ha accettato la tua richiesta e le notti sono riservate per te. Paga ora per prenotare il soggiorno.',
      booked: 'Il tuo soggiorno è prenotato.',
      lapsed:
        'La struttura ha accettato la tua richiesta, ma la prenotazione non è stata pagata in tempo e le notti sono state rimesse in vendita.',
      declined: 'La struttura non può accettare la tua richiesta. Non hai pagato nulla.',
      withdrawn: 'Hai ritirato questa richiesta. Non hai pagato nulla.',
      expired: 'La struttura non ha risposto in tempo e la tua richiesta è scaduta. Non hai pagato nulla.',
      failed:
        'Qualcun altro ha prenotato queste notti prima che la struttura rispondesse. Non hai pagato nulla.',
    },
    answerBy: 'Risposta entro',
    payBy: 'Da pagare entro',
    next: 'Come si procede',
    steps: [
      'La struttura risponde e ti inviamo un’e-mail.',
      'Se accetta, paghi con il link in quell’e-mail.',
      'Il tuo soggiorno è prenotato. Fino ad allora non devi nulla.',
    ],
    pay: 'Paga ora',
    seeBooking: 'Vedi la prenotazione',
    withdraw: 'Ritira la richiesta',
    nearest: 'Queste date sono disponibili:',
    again: 'Vedi altri alloggi',
  },
  stay: 'Soggiorno',
  dates: 'Date',
  total: 'Totale',
  fix: 'Controlla i campi evidenziati.',
  faults: {
    firstName: 'Inserisci il tuo nome, al massimo 100 caratteri.',
    lastName: 'Inserisci il tuo cognome, al massimo 100 caratteri.',
    email: 'Inserisci un indirizzo e-mail a cui possiamo contattarti.',
    phone: 'Un numero di telefono può avere al massimo 40 caratteri.',
    message: 'Un messaggio può avere al massimo 2000 caratteri.',
    answer: 'Rispondi a questa domanda con al massimo 500 caratteri.',
    terms: 'Accetta le condizioni.',
    unstorable: 'Questo campo contiene un carattere che non può essere salvato (U+0000). Compilalo di nuovo.',
    TOO_LATE: 'È troppo tardi per richiedere queste date. Scegli date successive.',
    TOO_MANY: 'Ci sono troppe richieste aperte per questo indirizzo. Riprova tra un’ora.',
    other: 'Non è possibile richiedere queste date.',
  },
};
