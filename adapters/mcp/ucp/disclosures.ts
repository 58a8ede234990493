import { formatMoney } from '#kit/money.ts';
import type { DetailsFragment, PricedFragment } from '../tools/generated.ts';
import { type Description, restrictionsOf } from './describe.ts';
import { type Message, warning } from './messages.ts';

/** What a guest must know of an offer before they book it (docs/interface/catalog.md#disclosures). */
export function disclosures(offer: PricedFragment, described: Disclosed, path: string): readonly Message[] {
  const { cancelling, currency, dueAtProperty } = offer;
  const { adultsOnly, minAge, title } = described;
  return [
    ...(cancelling?.refundable === false
      ? [disclosure('non_refundable', `${title} is non-refundable.`, path)]
      : []),
    ...(adultsOnly ? [disclosure('adults_only', `${title} takes adults only.`, path)] : []),
    ...(minAge === null
      ? []
      : [disclosure('minimum_age', `The guest who books ${title} must be at least ${minAge}.`, path)]),
    ...(dueAtProperty
      ? [
          disclosure(
            'due_at_property',
            `${formatMoney(dueAtProperty, currency)} are paid at the property, beside the total.`,
            path,
          ),
        ]
      : []),
  ];
}

/** The same of an offer that describes itself. */
export const disclosuresOf = (offer: DetailsFragment, path: string): readonly Message[] =>
  disclosures(offer, { title: offer.title, ...restrictionsOf(offer) }, path);

type Disclosed = Pick<Description, 'adultsOnly' | 'minAge' | 'title'>;

const disclosure = (code: string, content: string, path: string): Message => ({
  ...warning(code, content, path),
  presentation: 'disclosure',
});
