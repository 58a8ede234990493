import { formatMoney } from '#kit/money.ts';
import type { DetailsFragment, PricedFragment } from '../tools/generated.ts';
import { type Description, restrictionsOf } from './describe.ts';
import { type Message, warning } from './messages.ts';
import { count } from './priced-text.ts';

/** Returns disclosures that a guest must see before booking an offer (docs/interface/catalog.md#disclosures). */
export function disclosures(offer: PricedFragment, described: Disclosed, path: string): readonly Message[] {
  const { cancelling, currency, dueAtProperty } = offer;
  const { adultsOnly, minAge, stairsOnly, payment, title } = described;
  return [
    ...(cancelling?.refundable === false
      ? [disclosure('non_refundable', `${title} is non-refundable.`, path)]
      : []),
    ...(adultsOnly ? [disclosure('adults_only', `${title} is for adults only.`, path)] : []),
    ...(minAge === null
      ? []
      : [
          disclosure(
            'minimum_age',
            `The guest who books ${title} must be at least ${minAge} years old.`,
            path,
          ),
        ]),
    ...paymentDisclosure(payment, title, path),
    ...(stairsOnly
      ? [disclosure('no_lift', `${title} can be reached only by stairs: there is no lift.`, path)]
      : []),
    ...(dueAtProperty
      ? [
          disclosure(
            'due_at_property',
            `${formatMoney(dueAtProperty, currency)} is paid at the property in addition to the total.`,
            path,
          ),
        ]
      : []),
  ];
}

/** Returns disclosures for an offer that includes its description. */
export const disclosuresOf = (offer: DetailsFragment, path: string): readonly Message[] =>
  disclosures(offer, { title: offer.title, ...restrictionsOf(offer) }, path);

/** Fields other than the price that an offer's disclosures depend on. */
export type Disclosed = Pick<Description, 'adultsOnly' | 'minAge' | 'stairsOnly' | 'payment' | 'title'>;

/** Explains how a stay is paid, unless payment is immediate. */
function paymentDisclosure(payment: Disclosed['payment'], title: string, path: string): readonly Message[] {
  if (payment?.mode === 'at_property') {
    return [
      disclosure(
        'pay_at_property',
        `${title} is paid at the property; no payment is needed to book it.`,
        path,
      ),
    ];
  }
  if (payment?.mode !== 'deposit') return [];
  const { depositPercent, balanceDaysBefore } = payment;
  const due =
    balanceDaysBefore === 0 ? 'on the day of check-in' : `${count(balanceDaysBefore, 'day')} before check-in`;
  const text = `${title} requires a deposit of ${depositPercent}%; the remainder is due ${due}.`;
  return [disclosure('deposit', text, path)];
}

const disclosure = (code: string, content: string, path: string): Message => ({
  ...warning(code, content, path),
  presentation: 'disclosure',
});
