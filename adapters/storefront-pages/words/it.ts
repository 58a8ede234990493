import { html } from 'hono/html';
import { LONGEST_STAY } from '#schema/limits.ts';
import { AMENITIES_IT } from './amenities-it.ts';
import { joined, type Words } from './en.ts';

export const IT: Words = {
  guests: { one: 'ospite', many: 'di ospiti', other: 'ospiti' },
  nights: { one: 'notte', many: 'di notti', other: 'notti' },
  units: { one: 'unità', many: 'di unità', other: 'unità' },
  days: { one: 'giorno', many: 'di giorni', other: 'giorni' },
  hours: { one: 'ora', many: 'di ore', other: 'ore' },
  checkIn: 'Arrivo',
  checkOut: 'Partenza',
  nightsLabel: 'Notti',
  guestsLabel: 'Ospiti',
  photos: 'Foto',
  photoOf: (name) => `Foto: ${name}`,
  price: 'Prezzo',
  entries: { subtotal: 'Alloggio', discount: 'Sconto soggiorno lungo', total: 'Totale' },
  untranslated: (language) => `Scritto in ${language}: non c’è ancora una traduzione italiana.`,

  layout: {
    policies: 'Condizioni',
    language: 'Lingua',
    preview: (theme) =>
      `Anteprima del tema ${theme}. Gli ospiti non lo vedono, ma le prenotazioni sono reali.`,
    endPreview: 'Chiudi l’anteprima',
  },

  consent: {
    title: 'Contenuti di altri servizi',
    text: 'Alcune parti di questa pagina provengono da altri servizi e vengono caricate solo con il tuo consenso. Puoi modificare la tua scelta in qualsiasi momento in fondo alla pagina.',
    kinds: { preferences: 'Preferenze', statistics: 'Statistiche', marketing: 'Marketing' },
    chosen: 'Consenti selezionati',
    all: 'Consenti tutto',
    none: 'Rifiuta tutto',
  },

  home: {
    nothing: 'Al momento non ci sono alloggi in offerta.',
    upTo: (guests) => `Fino a ${guests}`,
    perNight: 'a notte',
    search: 'Verifica disponibilità',
    stays: { one: 'alloggio disponibile', many: 'di alloggi disponibili', other: 'alloggi disponibili' },
    allIn: 'tutti i costi e le tasse inclusi',
    inTotal: 'in totale, costi e tasse inclusi',
    atProperty: (amount) => `più ${amount} da pagare in loco`,
    notFree: 'Nessun alloggio disponibile per queste date e questo numero di ospiti',
    notDates: 'Scegli altre date',
    everything: 'Vedi tutti gli alloggi',
    more: 'Mostra altro',
  },

  look: {
    about: (name) => `Chi siamo: ${name}`,
    contact: 'Contatti',
    profiles: 'Su altri siti',
    website: 'Sito web',
  },

  agents: {
    title: 'Prenota con il tuo assistente IA',
    text: 'Fornisci questo indirizzo al tuo assistente IA per cercare alloggi e prezzi.',
    textInstant:
      'Fornisci questo indirizzo al tuo assistente IA. Può cercare alloggi e prezzi e prenotare per te. Paghi qui, tramite il link che ti dà.',
  },

  stay: {
    rate: 'Tariffa',
    rateFor: (rate, guests) => `${rate} a notte, per ${guests}`,
    ratePerNight: (rate) => `${rate} a notte`,
    varies:
      'Le tariffe variano in base alle date. Scegli le date per vedere il prezzo totale, costi e tasse inclusi.',
    from: (amount, nights) => `da ${amount} per ${nights}`,
    allIn: 'Tutti i costi e le tasse inclusi:',
    chooseDates: 'Scegli le date',
  },

  calendar: {
    title: 'Disponibilità',
    chooseCheckIn: 'Scegli il giorno di arrivo.',
    chooseCheckOut: 'Scegli il giorno di partenza.',
    prices: (currency, party) => `Prezzi in ${currency} a notte, per ${party}.`,
    earlier: 'Prima',
    later: 'Dopo',
  },

  stayForm: {
    adults: 'Adulti',
    children: 'Bambini',
    units: 'Unità',
    show: 'Mostra prezzo',
    faults: {
      dates: 'Scegli una data di arrivo e una di partenza.',
      order: 'La partenza deve essere successiva all’arrivo.',
    },
  },

  offer: {
    inTotal: 'in totale, tutti i costi e le tasse inclusi',
    deposit: (now, rest, day) =>
      html`Paghi ${now} al momento della prenotazione e il saldo di ${rest} entro ${day}.`,
    atProperty: 'Paghi in loco. Alla prenotazione non è dovuto nulla.',
    freeUntil: (until) => html`Cancellazione gratuita fino a ${until}`,
    nearest: 'Prime date disponibili:',
    book: 'Prenota questo soggiorno',
    notYet: 'Potrai controllare tutto prima di prenotare.',
    request: 'Richiedi questo soggiorno',
    requestNote: 'Nulla è prenotato finché la struttura non accetta la tua richiesta.',
    notOpen: 'Questo sito non accetta ancora prenotazioni.',
    reasons: {
      invalid: () => `Puoi arrivare da oggi in poi e restare al massimo ${LONGEST_STAY} notti.`,
      out_of_stock: (units, left) =>
        left > 0 ? `Per queste date resta solo: ${units}.` : 'Queste date sono al completo.',
      out_of_stock_held: (units, left, until) =>
        left > 0
          ? `Per queste date, disponibile al momento: ${units}. Il resto è riservato ad altri ospiti in attesa di pagamento${until === null ? '' : `; la prima opzione scade ${until}`}.`
          : `Queste date sono riservate ad altri ospiti in attesa di pagamento. ${until === null ? 'Riprova più tardi.' : `La prima opzione scade ${until}: riprova allora.`}`,
      item_unavailable: () => 'Questo alloggio non è disponibile al momento.',
      capacity_exceeded: (guests) => `C’è posto al massimo per ${guests}. Scegli meno ospiti o più unità.`,
      min_stay: (nights) => `Il soggiorno minimo in queste date è di ${nights}.`,
      max_stay: (nights) => `Il soggiorno massimo in queste date è di ${nights}.`,
      closed_to_arrival: () => 'In questo giorno non è possibile arrivare.',
      closed_to_departure: () => 'In questo giorno non è possibile partire.',
      min_advance: (days) => `Questo soggiorno va prenotato almeno ${days} prima dell’arrivo.`,
      max_advance: (days) => `Questo soggiorno si può prenotare al massimo ${days} prima dell’arrivo.`,
      stop_sell: () => 'Queste date non sono disponibili.',
      hold_limit_guest: (_count, _limit, until) =>
        `Altre prenotazioni con questo indirizzo e-mail non sono ancora state pagate. Pagale prima${until === null ? ' o lasciale scadere' : ` o attendi: la prima scade ${until}`}.`,
      hold_limit_agent: (_count, _limit, until) =>
        `Altre prenotazioni dalla tua rete non sono ancora state pagate. Pagale prima o riprova ${until === null ? 'più tardi' : `alla scadenza della prima, ${until}`}.`,
    },
  },

  arrivalTime: {
    title: 'Ora di arrivo',
    label: 'Ora di arrivo (facoltativa)',
    fault: 'Indica l’ora in ore e minuti, per esempio 16:30.',
  },

  book: {
    title: 'Prenota il tuo soggiorno',
    guest: 'I tuoi dati',
    fields: {
      first_name: 'Nome',
      last_name: 'Cognome',
      email: 'Indirizzo e-mail',
      phone: 'Telefono (facoltativo)',
    },
    faults: {
      first_name: 'Inserisci il tuo nome.',
      last_name: 'Inserisci il tuo cognome.',
      email: 'Inserisci un indirizzo e-mail a cui possiamo contattarti, ad esempio ada@example.com.',
      phone: 'Inserisci un numero di telefono o lascia vuoto il campo.',
      terms: 'Accetta le condizioni.',
    },
    agree: (links) => html`Ho letto e accetto: ${joined(links)}.`,
    submit: 'Prenota con obbligo di pagamento',
    next: 'Riserviamo le tue notti. Nella pagina successiva scegli come pagare.',
    checkFields: 'Non è stato ancora prenotato nulla. Controlla i campi qui sotto.',
    unstorable:
      'Non è stato ancora prenotato nulla. I campi evidenziati contengono un carattere che non può essere salvato (U+0000). Compilali di nuovo.',
    priceChanged: (total) =>
      `L’offerta è cambiata nel frattempo: il totale è ora di ${total}. Non è stato prenotato nulla. Controlla l’offerta e prenota di nuovo se sei d’accordo.`,
    sentBefore: 'Questo modulo è già stato inviato con altri dati. Controlla i tuoi dati e prenota.',
    again: 'Non è stato prenotato nulla. Controlla la prenotazione e riprova.',
  },

  place: {
    title: 'Dove alloggerai',
    map: 'Mostra sulla mappa',
    mapArea: 'Mostra la zona sulla mappa',
    region: (place) => `Mappa della regione di ${place}`,
    mapSource: 'Dati cartografici: Natural Earth, GeoNames',
    approximate: 'Riceverai l’indirizzo esatto dopo la prenotazione.',
    directions: 'Indicazioni stradali',
    licence: 'Codice identificativo',
  },

  facts: {
    bedrooms: { one: 'camera da letto', many: 'di camere da letto', other: 'camere da letto' },
    bathrooms: { one: 'bagno', many: 'di bagni', other: 'bagni' },
    years: { one: 'anno', many: 'di anni', other: 'anni' },
    beds: {
      single: { one: 'letto singolo', many: 'di letti singoli', other: 'letti singoli' },
      double: { one: 'letto matrimoniale', many: 'di letti matrimoniali', other: 'letti matrimoniali' },
      queen: { one: 'letto queen size', many: 'di letti queen size', other: 'letti queen size' },
      king: { one: 'letto king size', many: 'di letti king size', other: 'letti king size' },
      bunk: { one: 'letto a castello', many: 'di letti a castello', other: 'letti a castello' },
      sofa: { one: 'divano letto', many: 'di divani letto', other: 'divani letto' },
      futon: { one: 'futon', many: 'di futon', other: 'futon' },
      cot: { one: 'culla', many: 'di culle', other: 'culle' },
      other: { one: 'letto', many: 'di letti', other: 'letti' },
    },
    amenities: 'Servizi',
    rules: 'Informazioni utili',
    between: (from, until) => (until === null ? `dalle ${from}` : `dalle ${from} alle ${until}`),
    by: (time) => `entro le ${time}`,
    pets: 'Animali',
    smoking: 'Fumo',
    parties: 'Feste',
    allowed: 'Consentito',
    notAllowed: 'Non consentito',
    quiet: 'Ore di silenzio',
    minAge: 'Età minima per prenotare',
    selfCheckIn: 'Self check-in',
    yes: 'Sì',
    no: 'No',
  },
  amenityGroups: {
    access: 'Accesso',
    internet: 'Internet',
    parking: 'Parcheggio e trasporti',
    kitchen: 'Cucina',
    bathroom: 'Bagno',
    bedroom: 'Camera da letto',
    living: 'Soggiorno',
    climate: 'Climatizzazione',
    outdoors: 'Esterni',
    pool: 'Piscina',
    wellness: 'Benessere',
    food: 'Cibo e bevande',
    family: 'Famiglia',
    service: 'Servizi',
    safety: 'Sicurezza',
    work: 'Lavoro',
    view: 'Vista',
  },
  amenities: AMENITIES_IT,

  booking: {
    receipt: 'Ricevuta',
    receiptFor: (reference) => `Ricevuta della prenotazione ${reference}`,
    bookedOn: 'Data di prenotazione',
    guest: 'Ospite',
    receiptPaid: 'Pagato per intero.',
    receiptDue: 'Confermato, non ancora pagato per intero.',
    steps: { reserved: 'Riservato', pay: 'Pagamento', confirmed: 'Confermato' },
    progress: 'Stato della prenotazione',
    reach: 'Contatta la struttura',
    back: 'Torna alla prenotazione',
    title: (reference) => `Prenotazione ${reference}`,
    heading: 'Prenotazione',
    pincode: 'Codice di prenotazione',
    state: {
      awaiting_payment: 'In attesa di pagamento',
      paid: 'Pagata',
      released: 'Scaduta',
      confirmed: 'Confermata',
    },
    confirmed: (name) => `${name}, il tuo soggiorno è confermato.`,
    paid: (name) => `${name}, il tuo soggiorno è pagato e confermato.`,
    released: (name) =>
      `${name}, questa prenotazione non è stata pagata in tempo e le notti sono state rimesse in vendita.`,
    held: (name, until) => html`${name}, queste notti sono riservate per te fino a ${until}.`,
    test: 'Questa è una prenotazione di prova: non viene addebitato nulla e non è atteso nessun ospite.',
    dueAtProperty: 'Da pagare in loco, non incluso nel totale',
    cancellation: 'Cancellazione',
    forYourStay: 'Per il tuo soggiorno',
    nightly: 'Prezzo a notte',
    calendar: 'Aggiungi al calendario',
  },

  payment: {
    title: 'Pagamento',
    pay: 'Paga',
    payRest: 'Paga il saldo',
    confirm: 'Conferma la prenotazione',
    money: {
      paidSoFar: 'Pagato',
      dueNow: 'Da pagare ora',
      dueBy: (day) => html`Da pagare entro ${day}`,
      overdue: (day) => html`In ritardo da ${day}`,
      atProperty: 'Paghi in loco',
    },
    payAnotherWay: 'Paga in un altro modo',
    personally: 'La struttura ti contatterà per concordare il pagamento.',
    payWith: (name) => `Paga con ${name}`,
    waiting: 'Siamo in attesa della conferma del pagamento. Questa pagina si aggiorna automaticamente.',
    pending: (method, message) => `${method} è in attesa del tuo pagamento. ${message}`,
    rejected: (method, message) => `${method} non è riuscito a elaborare il pagamento: ${message}`,
    declined: {
      too_small: (method) => `L’importo è troppo basso per ${method}.`,
      too_large: (method) => `L’importo è troppo alto per ${method}.`,
      not_exact: (method) => `${method} non può addebitare esattamente questo importo.`,
    },
    notCharged: 'Non ti è stato addebitato nulla.',
    someTime: 'un certo tempo',
    refused: {
      app_failed:
        'Questo metodo di pagamento non è disponibile al momento. Non ti è stato addebitato nulla e le tue notti restano riservate. Riprova o scegli un altro metodo di pagamento.',
      method_not_found: 'Scegli uno dei metodi di pagamento qui sotto.',
      price_changed: 'Il prezzo di questa prenotazione è cambiato. Controllalo e scegli di nuovo.',
    },
    methods: {
      pay_at_property: {
        name: 'Pagamento in loco',
        choose: 'Paga in loco',
        confirmed: 'La prenotazione viene confermata subito. Paghi durante il soggiorno.',
        held: (time) =>
          `Le tue notti restano riservate fino alla conferma della struttura, al massimo ${time}.`,
      },
      bank_transfer: {
        name: 'Bonifico bancario',
        choose: 'Paga con bonifico bancario',
        confirmed: 'La prenotazione viene confermata subito. Poi vedrai dove inviare l’importo.',
        held: (time) =>
          `Poi vedrai dove inviare l’importo. Le tue notti restano riservate al massimo ${time}.`,
      },
      test: {
        name: 'Pagamento di prova',
        choose: 'Paga con un pagamento di prova',
        confirmed: 'Non viene addebitato nulla.',
        held: () => 'Non viene addebitato nulla.',
      },
    },
    transferHeld: (sum, until) =>
      html`Effettua un bonifico di ${sum}. Le tue notti sono riservate fino a ${until}; la struttura conferma la prenotazione appena riceve il denaro.`,
    transferDue: (sum) => html`Effettua un bonifico di ${sum} prima del soggiorno.`,
    atPropertyHeld: (until) =>
      html`Hai scelto di pagare in loco. Le tue notti sono riservate fino a ${until}; la struttura conferma la prenotazione.`,
    atPropertyDue: (sum) => html`Paghi ${sum} in loco.`,
    holder: 'Intestatario del conto',
    reference: 'Causale',
  },

  problem: {
    back: (storefront) => `Vedi l’offerta di ${storefront}`,
    not_found: { title: 'Pagina non trovata', text: 'Questa pagina non esiste.' },
    storefront_not_found: {
      title: 'Pagina non trovata',
      text: 'A questo indirizzo non c’è nulla da prenotare.',
    },
    maintenance: {
      title: 'Torniamo presto',
      text: 'Questo sito è in manutenzione. Riprova tra poco.',
    },
    unavailable: {
      title: 'Torniamo presto',
      text: 'Questo sito non è disponibile al momento. Riprova tra un attimo.',
    },
    rate_limited: {
      title: 'Troppe richieste',
      text: 'Hai aperto questa pagina troppe volte. Riprova tra un minuto.',
    },
    foreign_form: {
      title: 'Riprova',
      text: 'Questo modulo è stato inviato da un altro sito. Apri la pagina qui e compilalo di nuovo.',
    },
    bad_request: {
      title: 'Richiesta non valida',
      text: 'Non siamo riusciti a leggere questa richiesta. Torna indietro e riprova.',
    },
    unstorable: (field) =>
      `${field} contiene un carattere che non può essere salvato (U+0000). Inseriscilo di nuovo.`,
    internal_error: {
      title: 'Si è verificato un errore',
      text: 'Il problema è nostro. Riprova più tardi.',
    },
    quote: (id) => `Se il problema persiste, indica il codice ${id}.`,
  },
};
