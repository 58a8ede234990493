/**
 * Normalizes an IBAN to upper case without spaces; null if its format, length or check digits are invalid
 * (ISO 13616).
 */
export function readIban(text: string): string | null {
  const iban = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && remainder(iban) === 1 ? iban : null;
}

/**
 * Returns the IBAN's remainder modulo 97: the first four characters move to the end, and letters count from
 * 10.
 */
function remainder(iban: string): number {
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((one) => Number.parseInt(one, 36)).join('');
  return Number(BigInt(digits) % 97n);
}

/** Normalizes a BIC to upper case; null if it's invalid (ISO 9362). */
export function readBic(text: string): string | null {
  const bic = text.trim().toUpperCase();
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : null;
}
