import { formatMoney } from '#kit/money.ts';
import type { Storefront } from '../../storefront.ts';
import type { PricedFragment } from '../tools/generated.ts';
import { type JsonText, jsonText } from './raw-json.ts';
import { isRequestable, requestPath } from './request-to-book.ts';

/**
 * Writes the product fields that depend on the requested stay, as the members of a JSON object. Built by hand
 * in both forms, since a search needs it for every product: numbers, dates, ids and our own addresses need no
 * escaping.
 */
export function pricedText(offer: PricedFragment, storefront: Storefront): JsonText {
  const shown = shownOf(offer, storefront);
  return { plain: textOf(PLAIN, offer, shown), escaped: textOf(ESCAPED, offer, shown) };
}

/** JSON text around the values. */
const PLAIN = {
  id: '"id":"',
  price: '","price":',
  perNight: ',"price_unit":"per_night"',
  currency: ',"currency":"',
  shownPrice: '","display":{"price":"',
  shownTotal: '","total":"',
  shownDue: '","due_at_property":"',
  range: '"},"price_range":{"min":',
  listRange: '},"list_price_range":{"min":',
  max: ',"max":',
  total: '},"total":',
  due: ',"due_at_property":',
  units: ',"units":',
  left: ',"available_units":',
  checkIn: ',"check_in":"',
  checkOut: '","check_out":"',
  nights: '","nights":',
  url: ',"url":"',
  variant: '","variants":[{"id":"',
  title: '","title":"',
  description: '","description":{"plain":"',
  variantPrice: '"},"price":',
  variantList: ',"list_price":',
  inStock: ',"availability":{"available":true,"status":"in_stock"}',
  outOfStock: ',"availability":{"available":false,"status":"out_of_stock"}',
  end: '}]',
  amount: '{"amount":',
  ofCurrency: ',"currency":"',
  endAmount: '"}',
};

type Pieces = Readonly<Record<keyof typeof PLAIN, string>>;

const escapedEntries = Object.entries(PLAIN).map(([name, text]) => [name, jsonText(text).escaped]);
const ESCAPED = Object.fromEntries(escapedEntries) as Pieces; // the same names

function textOf(p: Pieces, offer: PricedFragment, shown: Shown): string {
  const { itemId, currency, listPrice, available, checkIn, dueAtProperty } = offer;
  const ofCurrency = p.ofCurrency + currency + p.endAmount;
  const amount = p.amount + shown.amount + ofCurrency;
  const list = listPrice === null ? null : p.amount + listPrice + ofCurrency;
  // Members for stays with dates.
  const stay =
    checkIn === null
      ? '}'
      : `${p.total}${offer.total}${dueAtProperty ? p.due + dueAtProperty : ''}${p.units}${offer.units}${p.left}${offer.availableUnits}` +
        `${p.checkIn}${checkIn}${p.checkOut}${offer.checkOut}${p.nights}${offer.nights}`;
  // Without dates, no availability is stated.
  const availability = available === null ? '' : available ? p.inStock : p.outOfStock;
  return (
    `${p.id}${itemId}${p.price}${shown.amount}${checkIn === null ? p.perNight : ''}${p.currency}${currency}` +
    `${p.shownPrice}${shown.price}${shown.total === null ? '' : p.shownTotal + shown.total}${shown.due === null ? '' : p.shownDue + shown.due}` +
    `${p.range}${amount}${p.max}${amount}${list === null ? '' : p.listRange + list + p.max + list}${stay}${p.url}${shown.page}` +
    `${p.variant}${itemId}${p.title}${shown.title}${p.description}${shown.description}${p.variantPrice}${amount}` +
    `${list === null ? '' : p.variantList + list}${availability}${p.end}`
  );
}

/** Values computed from an offer for both forms. */
interface Shown {
  readonly amount: string;
  readonly price: string;
  readonly total: string | null;
  readonly due: string | null;
  readonly page: string;
  /** Distinguishes the stay from the same unit type on other dates; the product has the rest. */
  readonly title: string;
  readonly description: string;
}

function shownOf(offer: PricedFragment, storefront: Storefront): Shown {
  const { price, total, dueAtProperty, currency, checkIn, nights, units } = offer;
  return {
    amount: `${price}`,
    price: formatMoney(price, currency),
    total: total === null ? null : formatMoney(total, currency),
    due: dueAtProperty ? formatMoney(dueAtProperty, currency) : null,
    page: pageOf(offer, storefront),
    title: checkIn === null ? 'Any dates' : count(nights, 'night'),
    description: checkIn === null ? 'Price per night.' : count(units, 'unit'),
  };
}

/** Formats a number with its noun: `1 night`, `2 nights`. */
export const count = (number: number | null, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Returns the URL of a unit type's page, or of the request page for this stay if the host confirms manually. */
const pageOf = (offer: PricedFragment, { baseUrl, instantBooking }: Storefront): string =>
  `${baseUrl}${!instantBooking && isRequestable(offer) ? requestPath(offer) : `/stays/${offer.unitTypeId}`}`;
