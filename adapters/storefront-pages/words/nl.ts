import { html } from 'hono/html';
import { LONGEST_STAY } from '#schema/limits.ts';
import { AMENITIES_NL } from './amenities-nl.ts';
import { joined, type Words } from './en.ts';

export const NL: Words = {
  guests: { one: 'gast', other: 'gasten' },
  nights: { one: 'nacht', other: 'nachten' },
  units: { one: 'eenheid', other: 'eenheden' },
  days: { one: 'dag', other: 'dagen' },
  hours: { one: 'uur', other: 'uur' },
  checkIn: 'Aankomst',
  checkOut: 'Vertrek',
  nightsLabel: 'Nachten',
  guestsLabel: 'Gasten',
  photos: 'Foto’s',
  photoOf: (name) => `Foto: ${name}`,
  price: 'Prijs',
  entries: { subtotal: 'Verblijf', discount: 'Korting voor lang verblijf', total: 'Totaal' },
  untranslated: (language) => `Geschreven in het ${language}: er is nog geen Nederlandse vertaling.`,

  layout: {
    policies: 'Voorwaarden',
    language: 'Taal',
    preview: (theme) => `Voorbeeld van het thema ${theme}. Gasten zien het niet, maar boekingen zijn echt.`,
    endPreview: 'Voorbeeld sluiten',
  },

  consent: {
    title: 'Inhoud van andere diensten',
    text: 'Delen van deze pagina komen van andere diensten en worden alleen geladen als u daarmee instemt. U kunt uw keuze op elk moment onderaan de pagina wijzigen.',
    kinds: { preferences: 'Voorkeuren', statistics: 'Statistieken', marketing: 'Marketing' },
    chosen: 'Selectie toestaan',
    all: 'Alles toestaan',
    none: 'Alles weigeren',
  },

  home: {
    nothing: 'Er is op dit moment geen aanbod.',
    upTo: (guests) => `Maximaal ${guests}`,
    perNight: 'per nacht',
    search: 'Beschikbaarheid bekijken',
    stays: { one: 'verblijf beschikbaar', other: 'verblijven beschikbaar' },
    allIn: 'inclusief alle kosten en belastingen',
    inTotal: 'in totaal, inclusief kosten en belastingen',
    atProperty: (amount) => `plus ${amount} ter plaatse te betalen`,
    notFree: 'Voor deze periode en dit aantal gasten is niets beschikbaar',
    notDates: 'Kies een andere periode',
    everything: 'Alle verblijven bekijken',
    more: 'Meer tonen',
  },

  look: {
    about: (name) => `Over ${name}`,
    contact: 'Contact',
    profiles: 'Op andere sites',
    website: 'Website',
  },

  agents: {
    title: 'Boek met uw AI-assistent',
    text: 'Geef dit adres aan uw AI-assistent om verblijven en prijzen te bekijken.',
    textInstant:
      'Geef dit adres aan uw AI-assistent. Die kan verblijven en prijzen bekijken en voor u boeken. U betaalt hier, via de link die u van de assistent krijgt.',
  },

  stay: {
    rate: 'Tarief',
    rateFor: (rate, guests) => `${rate} per nacht, voor ${guests}`,
    ratePerNight: (rate) => `${rate} per nacht`,
    varies:
      'De tarieven verschillen per periode. Kies uw data om de totaalprijs te zien, inclusief kosten en belastingen.',
    from: (amount, nights) => `vanaf ${amount} voor ${nights}`,
    allIn: 'Inclusief alle kosten en belastingen:',
    chooseDates: 'Kies data',
  },

  calendar: {
    title: 'Beschikbaarheid',
    chooseCheckIn: 'Kies de aankomstdag.',
    chooseCheckOut: 'Kies de vertrekdag.',
    prices: (currency, party) => `Prijzen in ${currency} per nacht, voor ${party}.`,
    earlier: 'Eerder',
    later: 'Later',
  },

  stayForm: {
    adults: 'Volwassenen',
    children: 'Kinderen',
    units: 'Eenheden',
    show: 'Prijs tonen',
    faults: {
      dates: 'Kies een aankomst- en een vertrekdatum.',
      order: 'Het vertrek moet na de aankomst liggen.',
    },
  },

  offer: {
    inTotal: 'in totaal, inclusief alle kosten en belastingen',
    deposit: (now, rest, day) =>
      html`U betaalt ${now} bij het boeken en de resterende ${rest} uiterlijk op ${day}.`,
    atProperty: 'U betaalt ter plaatse. Bij het boeken hoeft u niets te betalen.',
    freeUntil: (until) => html`Gratis annuleren tot ${until}`,
    nearest: 'Eerstvolgende beschikbare data:',
    book: 'Dit verblijf boeken',
    notYet: 'U kunt alles nog controleren voordat u boekt.',
    request: 'Dit verblijf aanvragen',
    requestNote: 'Er is niets geboekt totdat de accommodatie uw aanvraag accepteert.',
    notOpen: 'Op deze site kunt u nog niet boeken.',
    reasons: {
      invalid: () => `U kunt vandaag of later aankomen en maximaal ${LONGEST_STAY} nachten blijven.`,
      out_of_stock: (units, left) =>
        left > 0 ? `In deze periode nog maar ${units} beschikbaar.` : 'Deze periode is volgeboekt.',
      out_of_stock_held: (units, left, until) =>
        left > 0
          ? `In deze periode nu nog maar ${units} beschikbaar. De rest is gereserveerd voor andere gasten totdat zij betalen${until === null ? '' : `; de eerste onbetaalde reservering vervalt op ${until}`}.`
          : `Deze periode is gereserveerd voor andere gasten totdat zij betalen. ${until === null ? 'Probeer het later opnieuw.' : `De eerste onbetaalde reservering vervalt op ${until}; probeer het dan opnieuw.`}`,
      item_unavailable: () => 'Dit verblijf is op dit moment niet beschikbaar.',
      capacity_exceeded: (guests) =>
        `Er is plaats voor maximaal ${guests}. Kies minder gasten of meer eenheden.`,
      min_stay: (nights) => `Het minimumverblijf in deze periode is ${nights}.`,
      max_stay: (nights) => `Het maximumverblijf in deze periode is ${nights}.`,
      closed_to_arrival: () => 'Op deze dag kunt u niet aankomen.',
      closed_to_departure: () => 'Op deze dag kunt u niet vertrekken.',
      min_advance: (days) => `Dit verblijf moet minstens ${days} voor aankomst worden geboekt.`,
      max_advance: (days) => `Dit verblijf kan hoogstens ${days} voor aankomst worden geboekt.`,
      stop_sell: () => 'Deze periode is niet beschikbaar.',
      hold_limit_guest: (_count, _limit, until) =>
        `Andere boekingen met dit e-mailadres zijn nog niet betaald. Betaal die eerst${until === null ? ' of laat ze vervallen' : ` of wacht: de eerste vervalt op ${until}`}.`,
      hold_limit_agent: (_count, _limit, until) =>
        `Andere boekingen vanuit uw netwerk zijn nog niet betaald. Betaal die eerst of probeer het ${until === null ? 'later opnieuw' : `opnieuw wanneer de eerste vervalt, op ${until}`}.`,
    },
  },

  arrivalTime: {
    title: 'Aankomsttijd',
    label: 'Aankomsttijd (optioneel)',
    fault: 'Vul de tijd in uren en minuten in, bijvoorbeeld 16:30.',
  },

  book: {
    title: 'Uw verblijf boeken',
    guest: 'Uw gegevens',
    fields: {
      first_name: 'Voornaam',
      last_name: 'Achternaam',
      email: 'E-mailadres',
      phone: 'Telefoonnummer (optioneel)',
    },
    faults: {
      first_name: 'Vul uw voornaam in.',
      last_name: 'Vul uw achternaam in.',
      email: 'Vul een e-mailadres in waarop wij u kunnen bereiken, bijvoorbeeld ada@example.com.',
      phone: 'Vul een telefoonnummer in of laat het veld leeg.',
      terms: 'Ga akkoord met de voorwaarden.',
    },
    agree: (links) => html`Ik heb het volgende gelezen en ga ermee akkoord: ${joined(links)}.`,
    submit: 'Boeken met betalingsverplichting',
    next: 'Wij reserveren uw nachten. Op de volgende pagina kiest u hoe u betaalt.',
    checkFields: 'Er is nog niets geboekt. Controleer de velden hieronder.',
    unstorable:
      'Er is nog niets geboekt. De gemarkeerde velden bevatten een teken dat niet kan worden opgeslagen (U+0000). Vul ze opnieuw in.',
    priceChanged: (total) =>
      `Het aanbod is intussen gewijzigd: het totaal is nu ${total}. Er is niets geboekt. Controleer het aanbod en boek opnieuw als u akkoord bent.`,
    sentBefore: 'Dit formulier is al met andere gegevens verzonden. Controleer uw gegevens en boek dan.',
    again: 'Er is niets geboekt. Controleer uw boeking en probeer het opnieuw.',
  },

  place: {
    title: 'Waar u verblijft',
    map: 'Op de kaart tonen',
    mapArea: 'De omgeving op de kaart tonen',
    region: (place) => `Kaart van de omgeving van ${place}`,
    mapSource: 'Kaartgegevens: Natural Earth, GeoNames',
    approximate: 'U krijgt het exacte adres na het boeken.',
    directions: 'Routebeschrijving',
    licence: 'Registratienummer',
  },

  facts: {
    bedrooms: { one: 'slaapkamer', other: 'slaapkamers' },
    bathrooms: { one: 'badkamer', other: 'badkamers' },
    years: { one: 'jaar', other: 'jaar' },
    beds: {
      single: { one: 'eenpersoonsbed', other: 'eenpersoonsbedden' },
      double: { one: 'tweepersoonsbed', other: 'tweepersoonsbedden' },
      queen: { one: 'queensize bed', other: 'queensize bedden' },
      king: { one: 'kingsize bed', other: 'kingsize bedden' },
      bunk: { one: 'stapelbed', other: 'stapelbedden' },
      sofa: { one: 'slaapbank', other: 'slaapbanken' },
      futon: { one: 'futon', other: 'futons' },
      cot: { one: 'kinderbed', other: 'kinderbedden' },
      other: { one: 'bed', other: 'bedden' },
    },
    amenities: 'Voorzieningen',
    rules: 'Goed om te weten',
    between: (from, until) => (until === null ? `vanaf ${from} uur` : `van ${from} tot ${until} uur`),
    by: (time) => `uiterlijk om ${time} uur`,
    pets: 'Huisdieren',
    smoking: 'Roken',
    parties: 'Feesten',
    allowed: 'Toegestaan',
    notAllowed: 'Niet toegestaan',
    quiet: 'Stille uren',
    minAge: 'Minimumleeftijd om te boeken',
    selfCheckIn: 'Zelf inchecken',
    yes: 'Ja',
    no: 'Nee',
  },
  amenityGroups: {
    access: 'Toegang',
    internet: 'Internet',
    parking: 'Parkeren en vervoer',
    kitchen: 'Keuken',
    bathroom: 'Badkamer',
    bedroom: 'Slaapkamer',
    living: 'Woonkamer',
    climate: 'Klimaat',
    outdoors: 'Buiten',
    pool: 'Zwembad',
    wellness: 'Wellness',
    food: 'Eten en drinken',
    family: 'Gezin',
    service: 'Service',
    safety: 'Veiligheid',
    work: 'Werken',
    view: 'Uitzicht',
  },
  amenities: AMENITIES_NL,

  booking: {
    receipt: 'Betaalbewijs',
    receiptFor: (reference) => `Betaalbewijs voor boeking ${reference}`,
    bookedOn: 'Geboekt op',
    guest: 'Gast',
    receiptPaid: 'Volledig betaald.',
    receiptDue: 'Bevestigd, nog niet volledig betaald.',
    steps: { reserved: 'Gereserveerd', pay: 'Betalen', confirmed: 'Bevestigd' },
    progress: 'Voortgang van uw boeking',
    reach: 'Contact met de accommodatie',
    back: 'Terug naar de boeking',
    title: (reference) => `Boeking ${reference}`,
    heading: 'Boeking',
    pincode: 'Boekingscode',
    state: {
      awaiting_payment: 'Wacht op betaling',
      paid: 'Betaald',
      released: 'Vervallen',
      confirmed: 'Bevestigd',
    },
    confirmed: (name) => `${name}, uw verblijf is bevestigd.`,
    paid: (name) => `${name}, uw verblijf is betaald en bevestigd.`,
    released: (name) =>
      `${name}, deze boeking is niet op tijd betaald en daarom zijn de nachten weer vrijgegeven.`,
    held: (name, until) => html`${name}, deze nachten zijn voor u gereserveerd tot ${until}.`,
    test: 'Dit is een testboeking: er wordt niets in rekening gebracht en er wordt geen gast verwacht.',
    dueAtProperty: 'Ter plaatse te betalen, niet in het totaal inbegrepen',
    cancellation: 'Annulering',
    forYourStay: 'Voor uw verblijf',
    nightly: 'Prijs per nacht',
    calendar: 'Toevoegen aan uw agenda',
  },

  payment: {
    title: 'Betaling',
    pay: 'Betalen',
    payRest: 'Restbedrag betalen',
    confirm: 'Uw boeking bevestigen',
    money: {
      paidSoFar: 'Betaald',
      dueNow: 'Nu te betalen',
      dueBy: (day) => html`Te betalen uiterlijk op ${day}`,
      overdue: (day) => html`Te laat sinds ${day}`,
      atProperty: 'U betaalt ter plaatse',
    },
    payAnotherWay: 'Anders betalen',
    personally: 'De accommodatie neemt contact met u op om de betaling af te spreken.',
    payWith: (name) => `Betalen met ${name}`,
    waiting: 'Wij wachten op de bevestiging van uw betaling. Deze pagina wordt automatisch bijgewerkt.',
    pending: (method, message) => `${method} wacht op uw betaling. ${message}`,
    rejected: (method, message) => `${method} kon uw betaling niet verwerken: ${message}`,
    declined: {
      too_small: (method) => `Dit bedrag is te klein voor ${method}.`,
      too_large: (method) => `Dit bedrag is te groot voor ${method}.`,
      not_exact: (method) => `${method} kan niet precies dit bedrag afschrijven.`,
    },
    notCharged: 'Er is niets in rekening gebracht.',
    someTime: 'enige tijd',
    refused: {
      app_failed:
        'Deze betaalmethode is op dit moment niet beschikbaar. Er is niets in rekening gebracht en uw nachten blijven gereserveerd. Probeer het opnieuw of kies een andere betaalmethode.',
      method_not_found: 'Kies een van de betaalmethoden hieronder.',
      price_changed: 'De prijs van deze boeking is gewijzigd. Controleer de prijs en kies opnieuw.',
    },
    methods: {
      pay_at_property: {
        name: 'Ter plaatse betalen',
        choose: 'Ter plaatse betalen',
        confirmed: 'Uw boeking wordt direct bevestigd. U betaalt tijdens uw verblijf.',
        held: (time) => `Uw nachten zijn gereserveerd totdat de accommodatie bevestigt, maximaal ${time}.`,
      },
      bank_transfer: {
        name: 'Overschrijving',
        choose: 'Betalen via overschrijving',
        confirmed: 'Uw boeking wordt direct bevestigd. Daarna ziet u waarheen u het bedrag overmaakt.',
        held: (time) =>
          `Daarna ziet u waarheen u het bedrag overmaakt. Uw nachten zijn maximaal ${time} gereserveerd.`,
      },
      test: {
        name: 'Testbetaling',
        choose: 'Betalen met een testbetaling',
        confirmed: 'Er wordt niets in rekening gebracht.',
        held: () => 'Er wordt niets in rekening gebracht.',
      },
    },
    transferHeld: (sum, until) =>
      html`Maak ${sum} over. Uw nachten zijn gereserveerd tot ${until}; de accommodatie bevestigt uw boeking zodra het geld is ontvangen.`,
    transferDue: (sum) => html`Maak vóór uw verblijf ${sum} over.`,
    atPropertyHeld: (until) =>
      html`U hebt gekozen om ter plaatse te betalen. Uw nachten zijn gereserveerd tot ${until}; de accommodatie bevestigt uw boeking.`,
    atPropertyDue: (sum) => html`U betaalt ${sum} ter plaatse.`,
    holder: 'Rekeninghouder',
    reference: 'Omschrijving',
  },

  problem: {
    back: (storefront) => `Bekijk het aanbod van ${storefront}`,
    not_found: { title: 'Pagina niet gevonden', text: 'Deze pagina bestaat niet.' },
    storefront_not_found: {
      title: 'Pagina niet gevonden',
      text: 'Op dit adres valt niets te boeken.',
    },
    maintenance: {
      title: 'Binnenkort terug',
      text: 'Er wordt onderhoud aan deze site uitgevoerd. Probeer het over enkele ogenblikken opnieuw.',
    },
    unavailable: {
      title: 'Binnenkort terug',
      text: 'Deze site is op dit moment niet beschikbaar. Probeer het zo meteen opnieuw.',
    },
    rate_limited: {
      title: 'Te veel verzoeken',
      text: 'U hebt deze pagina te vaak geopend. Probeer het over een minuut opnieuw.',
    },
    foreign_form: {
      title: 'Probeer het opnieuw',
      text: 'Dit formulier is vanaf een andere site verzonden. Open de pagina hier en vul het opnieuw in.',
    },
    bad_request: {
      title: 'Dit verzoek is ongeldig',
      text: 'Wij konden dit verzoek niet lezen. Ga terug en probeer het opnieuw.',
    },
    unstorable: (field) =>
      `${field} bevat een teken dat niet kan worden opgeslagen (U+0000). Vul het opnieuw in.`,
    internal_error: {
      title: 'Er is iets misgegaan',
      text: 'Het probleem ligt bij ons. Probeer het later opnieuw.',
    },
    quote: (id) => `Blijft het probleem bestaan? Vermeld dan ${id}.`,
  },
};
