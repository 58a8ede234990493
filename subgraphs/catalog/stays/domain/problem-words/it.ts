import type { ProblemWords } from './problem-words.ts';

const untilText = (until: string | null) => (until ? `almeno fino a ${until}` : 'al momento');
const other = (isCapped: boolean) =>
  isCapped ? 'chiedi alla struttura di prenotarne di più' : 'scegli altre date';

export const IT: ProblemWords = {
  units: { one: 'unità', many: 'di unità', other: 'unità' },
  days: { one: 'giorno', many: 'di giorni', other: 'giorni' },
  nights: { one: 'notte', many: 'di notti', other: 'notti' },
  mixedLines:
    'Tutte le voci di una prenotazione devono avere le stesse date di arrivo e partenza e la stessa valuta: prenota gli altri soggiorni separatamente.',
  quantity: (title, most) => `La quantità per ${title} deve essere un numero intero da 1 a ${most}.`,
  noDates: (id) =>
    `«${id}» non ha date: cerca nel catalogo con check_in e check_out e usa un identificativo dei risultati.`,
  notSold: (id) => `«${id}» non è in offerta qui: cerca nel catalogo e usa un identificativo dei risultati.`,
  sleeps: (title, guests) =>
    `${title} ospita al massimo ${guests} persone con questo numero di unità: prenota più unità o meno ospiti.`,
  adultAge: (title, age) =>
    `Un ospite di ${age} anni conta come adulto per ${title}: aggiungilo agli adulti.`,
  childAges: (title, most, from, to) =>
    `${title} accoglie al massimo ${most} ${most === 1 ? 'bambino' : 'bambini'} da ${from} a ${to} anni con questo numero di unità: prenota più unità o meno bambini di questa età.`,
  minStay: (title, nights) => `Da questa data di arrivo, il soggiorno minimo per ${title} è di ${nights}.`,
  maxStay: (title, nights) => `Da questa data di arrivo, il soggiorno massimo per ${title} è di ${nights}.`,
  noCheckIn: (title) => `Per ${title} non è possibile arrivare in questa data.`,
  noCheckOut: (title) => `Per ${title} non è possibile partire in questa data.`,
  stopSell: (title) => `${title} non è in vendita per almeno una di queste notti.`,
  tooLate: (title, days) =>
    `${title} va prenotato almeno ${days} prima dell’arrivo: per queste date è troppo tardi.`,
  sameDay: (title) => `${title} si può prenotare solo il giorno dell’arrivo.`,
  tooEarly: (title, days) =>
    `${title} si può prenotare al massimo ${days} prima dell’arrivo: per queste date è troppo presto.`,
  guestLimit: (held, limit) =>
    `Questo ospite ha qui ${held} ${held === 1 ? 'prenotazione non pagata' : 'prenotazioni non pagate'} e può averne al massimo ${limit} alla volta.`,
  checkoutLimit: (wanted, limit) =>
    `Questa prenotazione riguarda ${wanted} notti-unità (unità per notti), ma un agente può tenerne qui al massimo ${limit} non pagate. Prenota meno unità o notti, oppure prenota il resto quando questa parte sarà pagata.`,
  agentLimit: (held, limit) =>
    `Questo agente tiene qui ${held} notti-unità non pagate; con questa prenotazione si supererebbe il limite di ${limit}.`,
  nextEnd: (until) =>
    `Fanne pagare una${until ? ` o attendi: la prossima scade alle ${until}` : ''}. Poi aggiorna questa prenotazione.`,
  nearest: (dates) =>
    `Prime date disponibili: ${dates.map(([from, to]) => `dal ${from} al ${to}`).join(' e ')}.`,
  left: (title, units, count) =>
    `Per ${title} in queste date resta solo: ${units}. Prenotane al massimo ${count} o scegli altre date.`,
  sold: (title) => `${title} non è più disponibile in queste date.`,
  heldSome: (title, units, until) =>
    `Per ${title}, libero ora in queste date: ${units}. Altre sono riservate ad altri ospiti ${untilText(until)}.`,
  heldAll: (title, until) =>
    `${title} non ha ora unità libere in queste date: il resto è riservato ad altri ospiti ${untilText(until)}.`,
  mostBookable: (title, units) => `Per ${title} si può ancora prenotare in queste date: al massimo ${units}`,
  mostWaiting: (title, units) =>
    `Per ${title} possono essere in attesa di pagamento allo stesso tempo in queste date: al massimo ${units}`,
  bookFewer: (isCapped) => `. Prenota meno unità o ${other(isCapped)}.`,
  bookFree: (free, isCapped) => `; libere ora: ${free}. Prenotane al massimo ${free} o ${other(isCapped)}.`,
  bookThen: (until, isCapped) =>
    `; sono tutte riservate ad altri ospiti ${untilText(until)}. Poi prenota meno unità o ${other(isCapped)}.`,
};
