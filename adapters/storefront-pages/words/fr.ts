import { html } from 'hono/html';
import { LONGEST_STAY } from '#schema/limits.ts';
import { AMENITIES_FR } from './amenities-fr.ts';
import { joined, type Words } from './en.ts';

export const FR: Words = {
  guests: { one: 'personne', many: 'de personnes', other: 'personnes' },
  nights: { one: 'nuit', many: 'de nuits', other: 'nuits' },
  units: { one: 'logement', many: 'de logements', other: 'logements' },
  days: { one: 'jour', many: 'de jours', other: 'jours' },
  hours: { one: 'heure', many: 'd’heures', other: 'heures' },
  checkIn: 'Arrivée',
  checkOut: 'Départ',
  nightsLabel: 'Nuits',
  guestsLabel: 'Voyageurs',
  photos: 'Photos',
  photoOf: (name) => `Photo : ${name}`,
  price: 'Prix',
  entries: { subtotal: 'Hébergement', discount: 'Réduction long séjour', total: 'Total' },
  untranslated: (language) => `Rédigé en ${language} : il n’y a pas encore de traduction française.`,

  layout: {
    policies: 'Conditions',
    language: 'Langue',
    preview: (theme) =>
      `Aperçu du thème ${theme}. Les visiteurs ne le voient pas, mais les réservations sont réelles.`,
    endPreview: 'Quitter l’aperçu',
  },

  consent: {
    title: 'Contenus d’autres services',
    text: 'Certaines parties de cette page proviennent d’autres services et ne sont chargées qu’avec votre accord. Vous pouvez modifier votre choix à tout moment en bas de la page.',
    kinds: { preferences: 'Préférences', statistics: 'Statistiques', marketing: 'Marketing' },
    chosen: 'Autoriser la sélection',
    all: 'Tout autoriser',
    none: 'Tout refuser',
  },

  home: {
    nothing: 'Aucun hébergement n’est proposé pour le moment.',
    upTo: (guests) => `Jusqu’à ${guests}`,
    perNight: 'par nuit',
    search: 'Voir les disponibilités',
    stays: {
      one: 'hébergement disponible',
      many: 'd’hébergements disponibles',
      other: 'hébergements disponibles',
    },
    allIn: 'tous frais et taxes compris',
    inTotal: 'au total, frais et taxes compris',
    atProperty: (amount) => `plus ${amount} à régler sur place`,
    notFree: 'Aucun hébergement n’est disponible à ces dates pour ce nombre de personnes',
    notDates: 'Choisissez d’autres dates',
    everything: 'Voir tous les hébergements',
    more: 'Afficher plus',
  },

  look: {
    about: (name) => `À propos de ${name}`,
    contact: 'Contact',
    profiles: 'Sur d’autres sites',
    website: 'Site web',
  },

  agents: {
    title: 'Réservez avec votre assistant IA',
    text: 'Donnez cette adresse à votre assistant IA pour qu’il consulte les hébergements et les prix.',
    textInstant:
      'Donnez cette adresse à votre assistant IA. Il peut consulter les hébergements et les prix, et réserver pour vous. Vous payez ici, en suivant le lien qu’il vous donne.',
  },

  stay: {
    rate: 'Tarif',
    rateFor: (rate, guests) => `${rate} par nuit, pour ${guests}`,
    ratePerNight: (rate) => `${rate} par nuit`,
    varies:
      'Les tarifs varient selon les dates. Choisissez vos dates pour voir le prix total, frais et taxes compris.',
    from: (amount, nights) => `dès ${amount} pour ${nights}`,
    allIn: 'Tous frais et taxes compris :',
    chooseDates: 'Choisir les dates',
  },

  calendar: {
    title: 'Disponibilités',
    chooseCheckIn: 'Choisissez le jour d’arrivée.',
    chooseCheckOut: 'Choisissez le jour de départ.',
    prices: (currency, party) => `Prix en ${currency} par nuit, pour ${party}.`,
    earlier: 'Avant',
    later: 'Après',
  },

  stayForm: {
    adults: 'Adultes',
    children: 'Enfants',
    units: 'Logements',
    show: 'Voir le prix',
    faults: {
      dates: 'Choisissez une date d’arrivée et une date de départ.',
      order: 'Le départ doit être postérieur à l’arrivée.',
    },
  },

  offer: {
    inTotal: 'au total, tous frais et taxes compris',
    deposit: (now, rest, day) =>
      html`Vous payez ${now} à la réservation, puis le solde de ${rest} au plus tard le ${day}.`,
    atProperty: 'Vous payez sur place. Rien n’est dû à la réservation.',
    freeUntil: (until) => html`Annulation gratuite jusqu’au ${until}`,
    nearest: 'Prochaines dates disponibles :',
    book: 'Réserver ce séjour',
    notYet: 'Vous pourrez tout vérifier avant de réserver.',
    request: 'Demander ce séjour',
    requestNote: 'Rien n’est réservé tant que l’établissement n’a pas accepté votre demande.',
    notOpen: 'Ce site n’accepte pas encore de réservations.',
    reasons: {
      invalid: () =>
        `Vous pouvez arriver au plus tôt aujourd’hui et rester ${LONGEST_STAY} nuits au maximum.`,
      out_of_stock: (units, left) =>
        left > 0 ? `Il ne reste que ${units} à ces dates.` : 'Ces dates sont complètes.',
      out_of_stock_held: (units, left, until) =>
        left > 0
          ? `Seulement ${units} disponible${left > 1 ? 's' : ''} à ces dates pour le moment. Le reste est retenu par d’autres clients en attente de paiement${until === null ? '' : ` ; la première option expire le ${until}`}.`
          : `Ces dates sont retenues par d’autres clients en attente de paiement. ${until === null ? 'Réessayez plus tard.' : `La première option expire le ${until} ; réessayez à ce moment-là.`}`,
      item_unavailable: () => 'Cet hébergement n’est pas disponible pour le moment.',
      capacity_exceeded: (guests) =>
        `La capacité maximale est de ${guests}. Choisissez moins de personnes ou plus de logements.`,
      min_stay: (nights) => `À ces dates, la durée minimale du séjour est de ${nights}.`,
      max_stay: (nights) => `À ces dates, la durée maximale du séjour est de ${nights}.`,
      closed_to_arrival: () => 'L’arrivée n’est pas possible ce jour-là.',
      closed_to_departure: () => 'Le départ n’est pas possible ce jour-là.',
      min_advance: (days) => `Ce séjour se réserve au moins ${days} avant l’arrivée.`,
      max_advance: (days) => `Ce séjour se réserve au plus ${days} avant l’arrivée.`,
      stop_sell: () => 'Ces dates ne sont pas disponibles.',
      hold_limit_guest: (_count, _limit, until) =>
        `D’autres réservations faites avec cette adresse e-mail ne sont pas encore payées. Réglez-les d’abord${until === null ? ' ou laissez-les expirer' : ` ou patientez : la première expire le ${until}`}.`,
      hold_limit_agent: (_count, _limit, until) =>
        `D’autres réservations faites depuis votre réseau ne sont pas encore payées. Réglez-les d’abord ou réessayez ${until === null ? 'plus tard' : `quand la première expirera, le ${until}`}.`,
    },
  },

  arrivalTime: {
    title: 'Heure d’arrivée',
    label: 'Heure d’arrivée (facultatif)',
    fault: 'Indiquez l’heure en heures et minutes, par exemple 16:30.',
  },

  book: {
    title: 'Réserver votre séjour',
    guest: 'Vos coordonnées',
    fields: {
      first_name: 'Prénom',
      last_name: 'Nom',
      email: 'Adresse e-mail',
      phone: 'Téléphone (facultatif)',
    },
    faults: {
      first_name: 'Indiquez votre prénom.',
      last_name: 'Indiquez votre nom.',
      email: 'Indiquez une adresse e-mail où vous joindre, par exemple ada@example.com.',
      phone: 'Indiquez un numéro de téléphone ou laissez ce champ vide.',
      terms: 'Veuillez accepter les conditions.',
    },
    agree: (links) => html`J’ai lu et j’accepte : ${joined(links)}.`,
    submit: 'Réserver avec obligation de paiement',
    next: 'Nous retenons vos nuits. Vous choisirez le mode de paiement à la page suivante.',
    checkFields: 'Rien n’a encore été réservé. Vérifiez les champs ci-dessous.',
    unstorable:
      'Rien n’a encore été réservé. Les champs signalés contiennent un caractère qui ne peut pas être enregistré (U+0000). Remplissez-les à nouveau.',
    priceChanged: (total) =>
      `L’offre a changé entre-temps : le total est maintenant de ${total}. Rien n’a été réservé. Vérifiez l’offre, puis réservez à nouveau si elle vous convient.`,
    sentBefore:
      'Ce formulaire a déjà été envoyé avec d’autres informations. Vérifiez vos informations, puis réservez.',
    again: 'Rien n’a été réservé. Vérifiez votre réservation et réessayez.',
  },

  place: {
    title: 'Où se situe l’hébergement',
    map: 'Afficher sur une carte',
    mapArea: 'Afficher le secteur sur une carte',
    region: (place) => `Carte de la région autour de ${place}`,
    mapSource: 'Données cartographiques : Natural Earth, GeoNames',
    approximate: 'Vous recevrez l’adresse exacte après la réservation.',
    directions: 'Itinéraire',
    licence: 'Numéro d’enregistrement',
  },

  facts: {
    bedrooms: { one: 'chambre', many: 'de chambres', other: 'chambres' },
    bathrooms: { one: 'salle de bain', many: 'de salles de bain', other: 'salles de bain' },
    years: { one: 'an', many: 'd’années', other: 'ans' },
    beds: {
      single: { one: 'lit simple', many: 'de lits simples', other: 'lits simples' },
      double: { one: 'lit double', many: 'de lits doubles', other: 'lits doubles' },
      queen: { one: 'grand lit double', many: 'de grands lits doubles', other: 'grands lits doubles' },
      king: { one: 'lit king-size', many: 'de lits king-size', other: 'lits king-size' },
      bunk: { one: 'lit superposé', many: 'de lits superposés', other: 'lits superposés' },
      sofa: { one: 'canapé-lit', many: 'de canapés-lits', other: 'canapés-lits' },
      futon: { one: 'futon', many: 'de futons', other: 'futons' },
      cot: { one: 'lit bébé', many: 'de lits bébé', other: 'lits bébé' },
      other: { one: 'lit', many: 'de lits', other: 'lits' },
    },
    amenities: 'Équipements',
    rules: 'À savoir',
    between: (from, until) => (until === null ? `à partir de ${from}` : `de ${from} à ${until}`),
    by: (time) => `avant ${time}`,
    pets: 'Animaux',
    smoking: 'Fumer',
    parties: 'Fêtes',
    allowed: 'Autorisé',
    notAllowed: 'Non autorisé',
    quiet: 'Heures de silence',
    minAge: 'Âge minimum pour réserver',
    selfCheckIn: 'Arrivée autonome',
    yes: 'Oui',
    no: 'Non',
  },
  amenityGroups: {
    access: 'Accès',
    internet: 'Internet',
    parking: 'Parking et transports',
    kitchen: 'Cuisine',
    bathroom: 'Salle de bain',
    bedroom: 'Chambre',
    living: 'Séjour',
    climate: 'Climat',
    outdoors: 'Extérieur',
    pool: 'Piscine',
    wellness: 'Bien-être',
    food: 'Restauration',
    family: 'Famille',
    service: 'Services',
    safety: 'Sécurité',
    work: 'Travail',
    view: 'Vue',
  },
  amenities: AMENITIES_FR,

  booking: {
    receipt: 'Reçu',
    receiptFor: (reference) => `Reçu de la réservation ${reference}`,
    bookedOn: 'Réservé le',
    guest: 'Client',
    receiptPaid: 'Payé intégralement.',
    receiptDue: 'Confirmé, pas encore payé intégralement.',
    steps: { reserved: 'Réservé', pay: 'Paiement', confirmed: 'Confirmé' },
    progress: 'Avancement de la réservation',
    reach: 'Contacter l’établissement',
    back: 'Retour à la réservation',
    title: (reference) => `Réservation ${reference}`,
    heading: 'Réservation',
    pincode: 'Code de réservation',
    state: {
      awaiting_payment: 'En attente de paiement',
      paid: 'Payée',
      released: 'Expirée',
      confirmed: 'Confirmée',
    },
    confirmed: (name) => `${name}, votre séjour est confirmé.`,
    paid: (name) => `${name}, votre séjour est payé et confirmé.`,
    released: (name) =>
      `${name}, cette réservation n’a pas été payée à temps : les nuits ont été remises en vente.`,
    held: (name, until) => html`${name}, ces nuits vous sont réservées jusqu’au ${until}.`,
    test: 'Ceci est une réservation test : rien n’est débité et aucun client n’est attendu.',
    dueAtProperty: 'À régler sur place, non compris dans le total',
    cancellation: 'Annulation',
    forYourStay: 'Pour votre séjour',
    nightly: 'Prix par nuit',
    calendar: 'Ajouter à votre calendrier',
  },

  payment: {
    title: 'Paiement',
    pay: 'Payer',
    payRest: 'Payer le solde',
    confirm: 'Confirmer votre réservation',
    money: {
      paidSoFar: 'Payé',
      dueNow: 'À payer maintenant',
      dueBy: (day) => html`À payer avant le ${day}`,
      overdue: (day) => html`En retard depuis le ${day}`,
      atProperty: 'Vous payez sur place',
    },
    payAnotherWay: 'Payer autrement',
    personally: 'L’établissement vous contactera pour convenir du paiement.',
    payWith: (name) => `Payer avec ${name}`,
    waiting: 'Nous attendons la confirmation de votre paiement. Cette page s’actualise automatiquement.',
    pending: (method, message) => `${method} attend votre paiement. ${message}`,
    rejected: (method, message) => `${method} n’a pas pu traiter votre paiement : ${message}`,
    declined: {
      too_small: (method) => `Ce montant est trop faible pour ${method}.`,
      too_large: (method) => `Ce montant est trop élevé pour ${method}.`,
      not_exact: (method) => `${method} ne peut pas débiter exactement ce montant.`,
    },
    notCharged: 'Rien n’a été débité.',
    someTime: 'un certain temps',
    refused: {
      app_failed:
        'Ce mode de paiement n’est pas disponible pour le moment. Rien n’a été débité et vos nuits restent réservées. Réessayez ou choisissez un autre mode de paiement.',
      method_not_found: 'Choisissez l’un des modes de paiement ci-dessous.',
      price_changed: 'Le prix de cette réservation a changé. Vérifiez-le, puis choisissez à nouveau.',
    },
    methods: {
      pay_at_property: {
        name: 'Paiement sur place',
        choose: 'Payer sur place',
        confirmed: 'Votre réservation est confirmée immédiatement. Vous payez pendant votre séjour.',
        held: (time) =>
          `Vos nuits sont retenues jusqu’à la confirmation de l’établissement, au maximum ${time}.`,
      },
      bank_transfer: {
        name: 'Virement bancaire',
        choose: 'Payer par virement bancaire',
        confirmed: 'Votre réservation est confirmée immédiatement. Vous verrez ensuite où virer le montant.',
        held: (time) =>
          `Vous verrez ensuite où virer le montant. Vos nuits sont retenues au maximum ${time}.`,
      },
      test: {
        name: 'Paiement test',
        choose: 'Payer avec un paiement test',
        confirmed: 'Rien n’est débité.',
        held: () => 'Rien n’est débité.',
      },
    },
    transferHeld: (sum, until) =>
      html`Veuillez virer ${sum}. Vos nuits sont retenues jusqu’au ${until} ; l’établissement confirme votre réservation dès réception du paiement.`,
    transferDue: (sum) => html`Veuillez virer ${sum} avant votre séjour.`,
    atPropertyHeld: (until) =>
      html`Vous avez choisi de payer sur place. Vos nuits sont retenues jusqu’au ${until} ; l’établissement confirme votre réservation.`,
    atPropertyDue: (sum) => html`Vous payez ${sum} sur place.`,
    holder: 'Titulaire du compte',
    reference: 'Référence',
  },

  problem: {
    back: (storefront) => `Voir les offres : ${storefront}`,
    not_found: { title: 'Page introuvable', text: 'Cette page n’existe pas.' },
    storefront_not_found: { title: 'Page introuvable', text: 'Il n’y a rien à réserver à cette adresse.' },
    maintenance: {
      title: 'De retour bientôt',
      text: 'Ce site est en maintenance. Réessayez dans quelques instants.',
    },
    unavailable: {
      title: 'De retour bientôt',
      text: 'Ce site n’est pas disponible pour le moment. Réessayez dans un instant.',
    },
    rate_limited: {
      title: 'Trop de requêtes',
      text: 'Vous avez ouvert cette page trop souvent. Réessayez dans une minute.',
    },
    foreign_form: {
      title: 'Veuillez réessayer',
      text: 'Ce formulaire a été envoyé depuis un autre site. Ouvrez la page ici et remplissez-le à nouveau.',
    },
    bad_request: {
      title: 'Cette requête n’est pas valide',
      text: 'Nous n’avons pas pu lire cette requête. Revenez en arrière et réessayez.',
    },
    unstorable: (field) =>
      `${field} contient un caractère qui ne peut pas être enregistré (U+0000). Saisissez ce champ à nouveau.`,
    internal_error: {
      title: 'Une erreur est survenue',
      text: 'Le problème vient de notre côté. Réessayez plus tard.',
    },
    quote: (id) => `Si le problème persiste, indiquez la référence ${id}.`,
  },
};
