import { formatMoney } from '#kit/money.ts';
import type { OfferFragment } from '../tools/generated.ts';
import { type Message, warning } from './messages.ts';

/** What a guest must know of an offer before they book it (docs/interface/catalog.md#disclosures). */
export function disclosures(offer: OfferFragment, path: string): readonly Message[] {
  const { content, currency, dueAtProperty, title } = offer;
  const minAge = content.place.houseRules?.minAge ?? null;
  return [
    ...(content.maxChildren === 0 ? [disclosure('adults_only', `${title} takes adults only.`, path)] : []),
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

const disclosure = (code: string, content: string, path: string): Message => ({
  ...warning(code, content, path),
  presentation: 'disclosure',
});
