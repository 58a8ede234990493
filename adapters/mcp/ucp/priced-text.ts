import { formatMoney } from '#kit/money.ts';
import type { Storefront } from '../../storefront.ts';
import type { PricedFragment } from '../tools/generated.ts';
import { isRequestable, requestPath } from './request-to-book.ts';

/**
 * What of a product depends on the stay that is asked for, as the members of a JSON object. Written by hand since a search has it
 * for every product: numbers, dates, ids and addresses of our own need no escaping.
 */
export function pricedText(offer: PricedFragment, storefront: Storefront): string {
  const { itemId, price, currency, listPrice } = offer;
  const amount = amountText(price, currency);
  const list = listPrice === null ? null : amountText(listPrice, currency);
  // Without dates there is no claim about availability.
  const availability =
    offer.available === null
      ? ''
      : `,"availability":{"available":${offer.available},"status":"${offer.available ? 'in_stock' : 'out_of_stock'}"}`;
  return (
    `"id":"${itemId}","price":${price},${offer.checkIn === null ? '"price_unit":"per_night",' : ''}"currency":"${currency}",` +
    `"display":${displayText(offer)},"price_range":{"min":${amount},"max":${amount}},` +
    `${list ? `"list_price_range":{"min":${list},"max":${list}},` : ''}${stayText(offer)}"url":"${pageOf(offer, storefront)}",` +
    `"variants":[{"id":"${itemId}",${variantText(offer)},"price":${amount}${list ? `,"list_price":${list}` : ''}${availability}}]`
  );
}

const amountText = (amount: number, currency: string) => `{"amount":${amount},"currency":"${currency}"}`;

function displayText({ price, total, dueAtProperty, currency }: PricedFragment): string {
  const totalText = total === null ? '' : `,"total":"${formatMoney(total, currency)}"`;
  const dueText = dueAtProperty ? `,"due_at_property":"${formatMoney(dueAtProperty, currency)}"` : '';
  return `{"price":"${formatMoney(price, currency)}"${totalText}${dueText}}`;
}

/** Members that only a stay with dates has, each with its comma. */
function stayText(offer: PricedFragment): string {
  const { checkIn, checkOut, nights, units, availableUnits, total, dueAtProperty } = offer;
  if (checkIn === null) return '';
  return (
    `"total":${total},${dueAtProperty ? `"due_at_property":${dueAtProperty},` : ''}"units":${units},` +
    `"available_units":${availableUnits},"check_in":"${checkIn}","check_out":"${checkOut}","nights":${nights},`
  );
}

/** What makes a stay another one than the same unit type at other dates: the product has the rest. */
function variantText({ checkIn, nights, units }: PricedFragment): string {
  if (checkIn === null) return '"title":"Any dates","description":{"plain":"Price per night."}';
  return `"title":"${count(nights, 'night')}","description":{"plain":"${count(units, 'unit')}"}`;
}

/** How many of something: `1 night`, `2 nights`. */
export const count = (number: number | null, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** The page of a unit type, or where the host answers by hand, the one on which the guest requests this stay. */
const pageOf = (offer: PricedFragment, { baseUrl, instantBooking }: Storefront): string =>
  `${baseUrl}${!instantBooking && isRequestable(offer) ? requestPath(offer) : `/stays/${offer.unitTypeId}`}`;
