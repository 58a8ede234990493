import type { RequestWords } from './requests-en.ts';

/** Dutch text for guests about booking requests. */
export const REQUESTS_NL: RequestWords = {
  title: (name) => `${name} aanvragen`,
  heading: 'Boekingsaanvraag',
  lead: 'De accommodatie beantwoordt elke aanvraag persoonlijk. U betaalt nu nog niets: als uw aanvraag wordt geaccepteerd, krijgt u een betaallink.',
  answered: (hours) => `U krijgt binnen ${hours} antwoord.`,
  details: 'Foto’s en details bekijken',
  changeStay: 'Data of gasten wijzigen',
  you: 'Uw gegevens',
  firstName: 'Voornaam',
  lastName: 'Achternaam',
  email: 'E-mailadres',
  emailHint: 'Wij sturen u een link om uw aanvraag te bevestigen.',
  phone: 'Telefoonnummer (optioneel)',
  message: 'Bericht aan de accommodatie (optioneel)',
  optional: (label) => `${label} (optioneel)`,
  choose: 'Maak een keuze',
  terms: 'Ik ga akkoord met de voorwaarden en het privacybeleid van de accommodatie.',
  readTerms: 'Lezen:',
  send: 'Aanvraag versturen',
  mailbox: {
    title: 'Controleer uw mailbox',
    text: (email) =>
      `Wij hebben een link gestuurd naar ${email}. Open die binnen 30 minuten om uw aanvraag te bevestigen. Pas daarna ziet de accommodatie uw aanvraag.`,
    nothing: 'Geen e-mail ontvangen? Kijk in uw spammap of verstuur de aanvraag over enkele minuten opnieuw.',
  },
  verify: {
    title: 'Bevestig uw aanvraag',
    text: 'De accommodatie ziet uw aanvraag zodra u die hier bevestigt.',
    button: 'Aanvraag bevestigen',
  },
  over: {
    title: 'Deze link is niet meer geldig',
    text: 'Bevestigingslinks zijn 30 minuten geldig. Verstuur de aanvraag opnieuw.',
  },
  notTaken: {
    title: 'Dit verblijf kan niet worden aangevraagd',
    text: 'Voor dit verblijf kunt u hier geen aanvraag versturen.',
    back: 'Verblijf bekijken',
  },
  progress: {
    title: (reference) => `Aanvraag ${reference}`,
    test: 'Dit is een testaanvraag: er wordt geen gast verwacht.',
    state: {
      unverified: 'Nog niet bevestigd',
      pending: 'Wacht op de accommodatie',
      accepted: 'Geaccepteerd',
      booked: 'Geboekt',
      lapsed: 'Niet op tijd betaald',
      declined: 'Afgewezen',
      withdrawn: 'Ingetrokken',
      expired: 'Niet beantwoord',
      failed: 'Niet meer beschikbaar',
    },
    text: {
      unverified:
        'Controleer uw mailbox: de accommodatie ziet uw aanvraag zodra u die via de link in onze e-mail bevestigt.',
      pending: 'De accommodatie heeft uw aanvraag. U krijgt een e-mail zodra er antwoord is.',
      accepted:
        'De accommodatie heeft uw aanvraag geaccepteerd en de nachten zijn voor u gereserveerd. Betaal nu om uw verblijf te boeken.',
      booked: 'Uw verblijf is geboekt.',
      lapsed:
        'De accommodatie heeft uw aanvraag geaccepteerd, maar de boeking is niet op tijd betaald. De nachten zijn weer vrijgegeven.',
      declined: 'De accommodatie kan uw aanvraag niet accepteren. U hebt niets betaald.',
      withdrawn: 'U hebt deze aanvraag ingetrokken. U hebt niets betaald.',
      expired:
        'De accommodatie heeft niet op tijd geantwoord en daarom is uw aanvraag vervallen. U hebt niets betaald.',
      failed:
        'Iemand anders heeft deze nachten geboekt voordat de accommodatie kon antwoorden. U hebt niets betaald.',
    },
    answerBy: 'Antwoord uiterlijk op',
    payBy: 'Te betalen uiterlijk op',
    next: 'Hoe het verdergaat',
    steps: [
      'De accommodatie antwoordt en wij sturen u een e-mail.',
      'Als uw aanvraag is geaccepteerd, betaalt u via de link in die e-mail.',
      'Uw verblijf is geboekt. Tot die tijd bent u niets verschuldigd.',
    ],
    pay: 'Nu betalen',
    seeBooking: 'Boeking bekijken',
    withdraw: 'Aanvraag intrekken',
    nearest: 'Deze data zijn beschikbaar:',
    again: 'Andere verblijven bekijken',
  },
  stay: 'Verblijf',
  dates: 'Periode',
  total: 'Totaal',
  fix: 'Controleer de gemarkeerde velden.',
  faults: {
    firstName: 'Vul uw voornaam in, maximaal 100 tekens.',
    lastName: 'Vul uw achternaam in, maximaal 100 tekens.',
    email: 'Vul een e-mailadres in waarop wij u kunnen bereiken.',
    phone: 'Een telefoonnummer mag maximaal 40 tekens hebben.',
    message: 'Een bericht mag maximaal 2.000 tekens hebben.',
    answer: 'Beantwoord deze vraag in maximaal 500 tekens.',
    terms: 'Ga akkoord met de voorwaarden.',
    unstorable: 'Dit veld bevat een teken dat niet kan worden opgeslagen (U+0000). Vul het opnieuw in.',
    TOO_LATE: 'Het is te laat om deze periode aan te vragen. Kies een latere periode.',
    TOO_MANY: 'Er zijn te veel openstaande aanvragen voor dit adres. Probeer het over een uur opnieuw.',
    other: 'Deze periode kan niet worden aangevraagd.',
  },
};
