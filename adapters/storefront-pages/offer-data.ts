import { currencyDigits } from '#kit/money.ts';
import type { ShownStay } from './shown-stay.ts';
import { pathFor, wishOf } from './stay-query.ts';
import { linkTo, type Visit } from './visit.ts';

/** What a stay costs in the words of schema.org: everything that the page counts into its total. Null where it is not for sale. */
export function offerData(visit: Visit, { stay, lookup, choice, quote }: ShownStay): object | null {
  const wish = wishOf(choice);
  if (wish === null || quote === null || quote.problems.length > 0) return null;
  const price = { price: decimal(quote.total, quote.currency), priceCurrency: quote.currency };
  const place = lookup?.content.place;
  return {
    '@type': 'Offer',
    identifier: quote.fingerprint,
    url: visit.storefront.baseUrl + linkTo(visit, pathFor(`/stays/${stay.id}`, wish)),
    ...price,
    priceSpecification: { '@type': 'CompoundPriceSpecification', ...price },
    availability: 'https://schema.org/InStock',
    itemOffered: { '@type': 'Accommodation', identifier: `unit-type-${stay.id}` },
    checkinTime: momentOf(quote.checkIn, place?.checkInFrom ?? null),
    checkoutTime: momentOf(quote.checkOut, place?.checkOutUntil ?? null),
  };
}

/** By the clock of the property; a day alone where the host names no time. */
const momentOf = (day: string | null, time: string | null) =>
  day === null || time === null ? day : `${day}T${time}:00`;

/** An amount as schema.org writes it: a decimal point, no grouping. */
function decimal(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
