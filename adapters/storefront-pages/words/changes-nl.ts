import { html } from 'hono/html';
import type { ChangeWords } from './changes-en.ts';

/** Dutch text for changing a booked stay. */
export const CHANGES_NL: ChangeWords = {
  link: 'Uw verblijf wijzigen',
  title: 'Uw verblijf wijzigen',
  lead: 'Kies andere data of gasten. Er verandert niets tot u de prijs bevestigt.',
  show: 'Nieuwe prijs tonen',
  price: 'Prijs van het gewijzigde verblijf',
  figures: 'Wat er verandert',
  booking: 'Uw boeking',
  oldTotal: 'Totaal tot nu toe',
  newTotal: 'Nieuw totaal',
  difference: 'Verschil',
  dropped: { one: 'geannuleerde nacht', other: 'geannuleerde nachten' },
  paid: 'Betaald',
  toPay: 'Te betalen',
  overpaid: 'Meer betaald dan het nieuwe totaal',
  confirm: 'Mijn verblijf wijzigen',
  stale:
    'Uw boeking of de prijs is intussen gewijzigd. Er is niets aangepast. Controleer de nieuwe bedragen en bevestig ze dan.',
  request: {
    lead: 'Kies andere data of gasten en bekijk de prijs. Uw gastheer accepteert of weigert de wijziging daarna.',
    terms:
      'Uw gastheer heeft tot 48 uur om te antwoorden. Tot die tijd blijft uw boeking ongewijzigd en zijn de nieuwe nachten niet voor u gereserveerd.',
    send: 'Verzoek versturen',
    title: 'Uw wijzigingsverzoek',
    pending: (storefront, until) =>
      html`${storefront} kan tot ${until} antwoorden. Tot die tijd blijft uw boeking ongewijzigd en zijn deze nachten niet voor u gereserveerd.`,
    withdraw: 'Verzoek intrekken',
  },
  line: {
    choose: 'Voor welke accommodatie wilt u de gasten wijzigen?',
    dates: 'De data gelden voor uw hele boeking.',
  },
  cancelledNights: 'Geannuleerde nachten',
  faults: {
    dates: 'Kies een check-in- en een check-outdatum.',
    same: 'Uw boeking heeft deze data en gasten al.',
    taken: 'Niet al deze nachten zijn beschikbaar.',
    party: 'Er is niet genoeg plaats voor zoveel gasten.',
    nights: 'Een verblijf op deze data is niet mogelijk.',
    closed: 'Deze boeking kan hier niet meer worden gewijzigd. Neem contact op met de accommodatie.',
  },
};
