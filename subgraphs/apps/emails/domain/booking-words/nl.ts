import type { BookingMailWords } from './booking-mail-words.ts';

export const NL: BookingMailWords = {
  hello: (name) => (name === null ? 'Hallo,' : `Hallo ${name},`),
  test: {
    subject: '[Test] ',
    notice: 'Dit is een testboeking: er wordt niets in rekening gebracht en er wordt geen gast verwacht.',
  },
  facts: {
    reference: 'Boekingsnummer',
    property: 'Accommodatie',
    stay: 'Verblijf',
    checkIn: 'Aankomst',
    checkOut: 'Vertrek',
    party: 'Gasten',
    guest: 'Gast',
    before: 'Totaal vóór de wijziging',
    booked: 'Geboekte data',
    requested: 'Totaal bij akkoord',
    difference: 'Verschil',
    dropped: 'Geannuleerde nachten',
    cancelled: 'Geannuleerd',
    lostUnits: 'Opnieuw toe te wijzen eenheden',
    total: 'Totaal',
    paid: 'Betaald',
    dueNow: 'Nu te betalen',
    balance: 'Nog te betalen',
    freeUntil: 'Gratis annuleren tot',
    fee: 'Annuleringskosten',
    refund: 'Terugbetaling',
    nearest: 'Eerstvolgende beschikbare data',
  },
  dueBy: (amount, day) => `${amount}, uiterlijk op ${day}`,
  atProperty: (amount) => `${amount} ter plaatse`,
  message: (storefront, message) => `Bericht van ${storefront}: ${message}`,
  from: (time) => `vanaf ${time} uur`,
  by: (time) => `uiterlijk om ${time} uur`,
  questions: (storefront, reached) => `Vragen? Neem contact op met ${storefront}: ${reached}`,
  mails: {
    'guest-held': {
      subject: ({ reference, property }) =>
        `Betaal om uw verblijf bij ${property} te behouden (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Uw aanvraag is geaccepteerd. ' : ''}Uw verblijf bij ${property} is voor u gereserveerd tot ${until}. Betaal vóór die tijd om het te bevestigen; daarna worden de nachten weer vrijgegeven.`,
      action: 'Nu betalen',
      after:
        'Hebt u niets geboekt? Dan kunt u deze e-mail negeren: zonder betaling worden de nachten weer vrijgegeven.',
    },
    'guest-held-at-property': {
      subject: ({ reference, property }) => `Bevestig uw verblijf bij ${property} (${reference})`,
      lead: ({ property, until, requested }) =>
        `${requested ? 'Uw aanvraag is geaccepteerd. ' : ''}Uw verblijf bij ${property} is voor u gereserveerd tot ${until}. Bevestig het vóór die tijd; u betaalt ter plaatse. Daarna worden de nachten weer vrijgegeven.`,
      action: 'Nu bevestigen',
      after:
        'Hebt u niets geboekt? Dan kunt u deze e-mail negeren: zonder bevestiging worden de nachten weer vrijgegeven.',
    },
    'guest-paid': {
      subject: ({ reference, property }) => `Uw verblijf bij ${property} is betaald (${reference})`,
      lead: ({ property }) =>
        `Wij hebben de rest van uw betaling ontvangen. Uw verblijf bij ${property} is betaald en bevestigd.`,
      action: 'Boeking bekijken',
    },
    'guest-changed': {
      subject: ({ reference, property }) => `Uw verblijf bij ${property} is gewijzigd (${reference})`,
      lead: ({ property }) => `Uw verblijf bij ${property} is gewijzigd zoals u wenste.`,
      action: 'Boeking bekijken',
    },
    'guest-change-requested': {
      subject: ({ property, reference }) => `Uw wijzigingsverzoek voor ${property} (${reference})`,
      lead: ({ property, storefront, until }) =>
        `U wilt uw verblijf in ${property} wijzigen. ${storefront} kan tot ${until} antwoorden. Tot die tijd blijft uw boeking ongewijzigd en zijn de nieuwe nachten niet voor u gereserveerd.`,
      action: 'Boeking bekijken',
    },
    'guest-change-declined': {
      subject: ({ property, reference }) => `Uw wijziging in ${property} is afgewezen (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} kan uw verblijf in ${property} niet wijzigen zoals u vroeg. Uw boeking blijft ongewijzigd, voor dezelfde prijs.`,
      action: 'Boeking bekijken',
    },
    'guest-change-expired': {
      subject: ({ property, reference }) =>
        `Uw wijzigingsverzoek voor ${property} is niet beantwoord (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} heeft uw wijzigingsverzoek niet op tijd beantwoord. Uw boeking in ${property} blijft ongewijzigd, voor dezelfde prijs.`,
      action: 'Boeking bekijken',
    },
    'host-change-requested': {
      subject: ({ property, reference }) => `Wijziging gevraagd in ${property}: ${reference}`,
      lead: ({ until }) =>
        `De gast wil het verblijf wijzigen. Antwoord vóór ${until}; daarna verloopt het verzoek en blijft de boeking ongewijzigd.`,
      action: 'Verzoek beantwoorden',
    },
    'guest-confirmed': {
      subject: ({ reference, property }) => `Uw verblijf bij ${property} is bevestigd (${reference})`,
      lead: ({ property }) => `Uw verblijf bij ${property} is bevestigd.`,
      action: 'Boeking bekijken',
    },
    'guest-cancelled': {
      subject: ({ reference, property }) => `Uw verblijf bij ${property} is geannuleerd (${reference})`,
      lead: ({ property, storefront, byGuest }) =>
        byGuest
          ? `Uw boeking bij ${property} is op uw verzoek geannuleerd.`
          : `${storefront} heeft uw boeking bij ${property} geannuleerd.`,
      action: 'Boeking bekijken',
    },
    'guest-released': {
      subject: ({ reference, property }) => `Uw boeking bij ${property} is vervallen (${reference})`,
      lead: ({ property }) =>
        `Wij hebben uw betaling niet op tijd ontvangen. De nachten bij ${property} zijn daarom niet meer voor u gereserveerd. Als ze nog beschikbaar zijn, kunt u ze opnieuw boeken.`,
      action: 'Boeking bekijken',
    },
    'guest-payment-returned': {
      subject: ({ reference, property }) =>
        `Uw betaling voor ${property} kon niet worden gebruikt (${reference})`,
      lead: ({ property }) =>
        `We hebben een betaling ontvangen die niet kon worden gebruikt voor uw boeking bij ${property}. U hebt recht op dit bedrag. We mailen u zodra het is terugbetaald.`,
      action: 'Bekijk uw boeking',
    },
    'guest-refunded': {
      subject: ({ reference, property }) => `Uw terugbetaling voor ${property} (${reference})`,
      lead: ({ property }) =>
        `U hebt een terugbetaling gekregen voor uw boeking bij ${property}. Het kan enkele dagen duren voordat het geld op uw rekening staat.`,
      action: 'Bekijk uw boeking',
    },
    'guest-refund-failed': {
      subject: ({ reference, property }) => `Uw terugbetaling voor ${property} is mislukt (${reference})`,
      lead: ({ property }) =>
        `We hadden u een terugbetaling voor uw boeking bij ${property} gemeld. Die is daarna mislukt, bijvoorbeeld omdat de kaart of rekening is opgeheven. U hebt nog steeds recht op het geld, en de accommodatie is gevraagd het op een andere manier terug te betalen.`,
      action: 'Bekijk uw boeking',
    },
    'host-refund-failed': {
      subject: ({ reference, property }) => `Terugbetaling mislukt, ${property}: ${reference}`,
      lead: () =>
        'Een terugbetaling die de betaalapp had gedaan, is mislukt, bijvoorbeeld omdat de kaart of rekening van de gast is opgeheven. Het bedrag is weer aan de gast verschuldigd: spreek af hoe u het terugbetaalt en leg dat vast in de rekening van de boeking.',
      action: 'Open de boeking',
    },
    'host-payment-returned': {
      subject: ({ reference, property }) => `Betaling terug te geven, ${property}: ${reference}`,
      lead: () =>
        'Een betaling kon niet worden gebruikt voor deze boeking, omdat die al betaald, vrijgegeven of geannuleerd was of omdat de prijs was gewijzigd. Het bedrag gaat terug naar de gast: de rekening van de boeking toont of de betaalapp het terugbetaalt of dat u dat moet doen.',
      action: 'Open de boeking',
    },
    'host-new': {
      subject: ({ reference, property }) => `Nieuwe boeking bij ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        until === ''
          ? `${storefront} heeft een nieuwe boeking.`
          : `${storefront} heeft een nieuwe boeking. Die is nog niet betaald: de nachten zijn gereserveerd tot ${until} en worden daarna vrijgegeven.`,
      action: 'Boeking openen',
    },
    'host-confirmed': {
      subject: ({ reference, property }) => `Boeking bevestigd bij ${property}: ${reference}`,
      lead: () => 'De boeking is bevestigd.',
      action: 'Boeking openen',
    },
    'host-paid': {
      subject: ({ reference, property }) => `Restbedrag betaald bij ${property}: ${reference}`,
      lead: () => 'Het restbedrag van de boeking is betaald.',
      action: 'Boeking openen',
    },
    'host-changed': {
      subject: ({ reference, property }) => `Verblijf gewijzigd bij ${property}: ${reference}`,
      lead: () => 'De gast heeft het verblijf op de pagina van de boeking gewijzigd.',
      action: 'Boeking openen',
    },
    'host-cancelled': {
      subject: ({ reference, property }) => `Boeking geannuleerd bij ${property}: ${reference}`,
      lead: ({ byGuest }) =>
        byGuest
          ? 'De gast heeft de boeking geannuleerd. De nachten zijn weer beschikbaar.'
          : 'De boeking is geannuleerd. De nachten zijn weer beschikbaar.',
      action: 'Boeking openen',
    },
    'request-verify': {
      subject: ({ reference, property }) => `Bevestig uw aanvraag voor ${property} (${reference})`,
      lead: ({ property, storefront }) =>
        `U wilt verblijven bij ${property}. Bevestig dat dit uw adres is om uw aanvraag naar ${storefront} te sturen. Er is nog niets geboekt.`,
      action: 'Aanvraag bevestigen',
      after:
        'De link is 30 minuten geldig. Hebt u niets aangevraagd? Dan kunt u deze e-mail negeren: er gebeurt niets zolang de link niet wordt gebruikt.',
    },
    'request-declined': {
      subject: ({ reference, property }) => `Uw aanvraag voor ${property} is afgewezen (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} kan uw aanvraag voor ${property} niet accepteren. Er is niets geboekt.`,
      action: 'Aanvraag bekijken',
    },
    'request-expired': {
      subject: ({ reference, property }) => `Uw aanvraag voor ${property} is niet beantwoord (${reference})`,
      lead: ({ property, storefront }) =>
        `${storefront} heeft uw aanvraag voor ${property} niet op tijd beantwoord. Er is niets geboekt en er zijn geen nachten voor u gereserveerd.`,
      action: 'Aanvraag bekijken',
    },
    'request-failed': {
      subject: ({ reference, property }) =>
        `De nachten bij ${property} zijn niet meer beschikbaar (${reference})`,
      lead: ({ property }) =>
        `De nachten die u bij ${property} hebt aangevraagd, heeft iemand anders geboekt voordat uw aanvraag werd geaccepteerd. Voor u is niets geboekt.`,
      action: 'Aanvraag bekijken',
    },
    'host-request': {
      subject: ({ reference, property }) => `Aanvraag voor ${property}: ${reference}`,
      lead: ({ storefront, until }) =>
        `Een gast van ${storefront} wil boeken. Antwoord uiterlijk op ${until}; daarna vervalt de aanvraag.`,
      action: 'Aanvraag beantwoorden',
    },
  },
};
