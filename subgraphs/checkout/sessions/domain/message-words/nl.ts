import { MAX_LINES, MAX_NAME, MAX_PHONE } from '#schema/limits.ts';
import type { BuyerField } from '../../../domain/readiness.ts';
import { FIELD_NAMES, type MessageWords } from './message-words.ts';

const RULES: Readonly<Record<BuyerField, string>> = {
  firstName: `een naam van maximaal ${MAX_NAME} tekens, zonder kaartnummer`,
  lastName: `een naam van maximaal ${MAX_NAME} tekens, zonder kaartnummer`,
  email: 'een geldig e-mailadres, bijvoorbeeld ada@example.com',
  phoneNumber: `een telefoonnummer van maximaal ${MAX_PHONE} tekens, geen kaartnummer`,
};

export const NL: MessageWords = {
  buyer_absent: () => 'De gast ontbreekt: geef first_name, last_name en email op.',
  buyer_missing: ({ field }) =>
    `Het veld ${FIELD_NAMES[field]} van de gast ontbreekt: geef ${RULES[field]} op.`,
  buyer_malformed: ({ field }) =>
    `Het veld ${FIELD_NAMES[field]} van de gast is onbruikbaar: geef ${RULES[field]} op.`,
  no_lines: () => 'De boeking is leeg: voeg minstens één onderdeel toe.',
  too_many_lines: () =>
    `Een boeking kan maximaal ${MAX_LINES} onderdelen hebben: verwijder er enkele en boek de rest apart.`,
  price_changed: ({ was, now, terms }) =>
    was === now
      ? `De voorwaarden van het aanbod zijn vóór het boeken gewijzigd; het totaal is nog steeds ${now}. Er is niets geboekt: toon de gast de nieuwe voorwaarden en rond de boeking opnieuw af als de gast akkoord is. ${terms}`.trim()
      : `Het aanbod is vóór het boeken gewijzigd: het totaal was ${was} en is nu ${now}. Er is niets geboekt: toon de gast het nieuwe totaal en rond de boeking opnieuw af als de gast akkoord is.`,
  due_at_property: ({ charges }) => `Ter plaatse te betalen, boven op het totaal: ${charges}.`,
  deposit: ({ due, rest, by }) =>
    `Om de boeking te bevestigen is ${due} verschuldigd; de resterende ${rest} uiterlijk op ${by}.`,
  pay_at_property: ({ rest }) => `Om te boeken is geen betaling nodig: de gast betaalt ${rest} ter plaatse.`,
  deposit_required: ({ due, rest, by, until }) =>
    `De boeking is gereserveerd maar niet betaald: geef de gast de betaallink, waar nu ${due} verschuldigd is en de resterende ${rest} uiterlijk op ${by}. Als het bedrag van nu niet wordt betaald, vervalt de boeking om ${until}.`,
  agreement_required: ({ rest, until }) =>
    `De boeking is gereserveerd maar niet bevestigd: geef de gast de link om te bevestigen en ermee in te stemmen ${rest} ter plaatse te betalen. Anders vervalt de boeking om ${until}.`,
  payment_required: ({ until }) =>
    `De boeking is gereserveerd maar niet betaald: geef de gast de betaallink. Zonder betaling vervalt de boeking om ${until}.`,
  confirmed: () => 'De boeking is bevestigd: er is geen betaling nodig.',
  hold_released: () =>
    'De boeking is niet op tijd betaald en is vervallen: begin een nieuwe om opnieuw te boeken.',
  finished: () => 'Deze boeking is afgesloten en kan niet meer worden gewijzigd: begin een nieuwe.',
  being_completed: () =>
    'Deze boeking wordt net afgerond en kan nu niet worden gewijzigd: lees haar over enkele seconden opnieuw.',
};
