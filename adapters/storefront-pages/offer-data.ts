import { currencyDigits } from '#kit/money.ts';
import type { ShownStay } from './shown-stay.ts';
import { pathFor, wishOf } from './stay-query.ts';
import { linkTo, type Visit } from './visit.ts';

/**
 * Describes a stay's price in schema.org terms, with everything included in the page's total. Null if it
 * isn't for sale.
 */
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

/** Formats a time in the property's time zone, or only a day if the host sets no time. */
const momentOf = (day: string | null, time: string | null) =>
  day === null || time === null ? day : `${day}T${time}:00`;

/** Formats an amount for schema.org: a decimal point, no grouping. */
function decimal(amount: number, currency: string): string {
  const digits = currencyDigits(currency);
  const text = String(amount).padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
