import { CARD_REFUSAL, hasCardNumber } from '#kit/card-numbers.ts';
import { formatMoney } from '#kit/money.ts';
import { MAX_FOLIO_ENTRIES } from '#schema/limits.ts';
import type { Booking } from '../../store/entities.ts';
import { MANUAL_METHODS } from './entry-kinds.ts';

/** Reason a change to a folio is rejected. */
export interface FolioError {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: string;
}

/** Result of changing a folio: its booking, or the reason it wasn't changed. */
export interface FolioResult {
  readonly folio: Booking | null;
  readonly userErrors: readonly FolioError[];
}

/** Creates an error for an input field. */
export const folioError = (code: string, field: string, message: string): FolioError => ({
  field: field === 'id' ? ['id'] : ['input', field],
  message,
  code,
});

export const refuseFolio = (...userErrors: readonly FolioError[]): FolioResult => ({
  folio: null,
  userErrors,
});

export const NO_BOOKING = folioError('NOT_FOUND', 'bookingId', 'This team has no such booking.');
export const NO_ENTRY = folioError('NOT_FOUND', 'id', 'This team has no such entry.');

/** Maximum length for a charge name or reference. */
const MAX_TEXT = 255;
const MAX_QUANTITY = 999;

/** Returns the problems in text entered by a person or an app. */
export function textFaults(
  field: string,
  text: string | null | undefined,
  isRequired: boolean,
): FolioError[] {
  if (text == null) return isRequired ? [invalid(field, `\`${field}\` is required.`)] : [];
  if (hasCardNumber(text)) return [folioError('CARD_DATA', field, CARD_REFUSAL)];
  const length = text.trim().length;
  if (length > MAX_TEXT || (isRequired && length === 0)) {
    return [invalid(field, `\`${field}\` has ${isRequired ? '1 to' : 'at most'} ${MAX_TEXT} characters.`)];
  }
  return [];
}

const invalid = (field: string, message: string) => folioError('INVALID', field, message);

/** Returns the faults in an amount that must be positive. */
export const amountFaults = (amount: number): FolioError[] =>
  amount > 0 ? [] : [invalid('amount', 'The amount must be above 0.')];

/** Returns the faults in a charge; hosts and apps add extras and adjustments. */
export function chargeFaults(charge: {
  readonly kind: string;
  readonly name: string;
  readonly amount: number;
  readonly quantity?: number | null;
}): FolioError[] {
  const { kind, name, amount, quantity } = charge;
  const faults = textFaults('name', name, true);
  if (kind !== 'extra' && kind !== 'adjustment') {
    faults.push(
      invalid('kind', 'You can add an `extra` or an `adjustment`. Other charges come from the price.'),
    );
  }
  if (kind === 'extra' && amount <= 0) {
    faults.push(
      invalid('amount', "An extra's amount must be above 0. To reduce the total, add an adjustment."),
    );
  } else if (amount === 0) faults.push(invalid('amount', "The amount can't be 0."));
  if (quantity != null && (quantity < 1 || quantity > MAX_QUANTITY)) {
    faults.push(invalid('quantity', `\`quantity\` is 1 to ${MAX_QUANTITY}.`));
  }
  return faults;
}

/** Returns the faults in a method: an app can use its own method, and anyone can use the manual ones. */
export function methodFaults(method: string, appSlug: string | null): FolioError[] {
  if (MANUAL_METHODS.some((manual) => manual === method)) return [];
  if (appSlug !== null && method === `app:${appSlug}`) return [];
  const own = appSlug === null ? '' : `, or app:${appSlug} for your own payments`;
  return [invalid('method', `Use ${MANUAL_METHODS.join(', ')}${own}.`)];
}

export const RELEASED = folioError(
  'BOOKING_RELEASED',
  'bookingId',
  "The booking wasn't paid in time, so its nights were released.",
);

export const FULL = folioError(
  'LIMIT_REACHED',
  'bookingId',
  `A folio with ${MAX_FOLIO_ENTRIES} entries can't get more. Use one entry for several charges or payments.`,
);

/** Creates the error for a refund that exceeds what's left of the payments. */
export const tooLarge = (left: number, currency: string): FolioError =>
  folioError(
    'REFUND_TOO_LARGE',
    'amount',
    `${formatMoney(Math.max(0, left), currency)} can still be refunded.`,
  );
