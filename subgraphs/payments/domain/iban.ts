/** An IBAN without spaces, in upper case; null if it is none: another form, another length, or wrong check digits (ISO 13616). */
export function readIban(text: string): string | null {
  const iban = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban) && remainder(iban) === 1 ? iban : null;
}

/** The remainder by 97 of the IBAN as a number: its first four characters come last, letters count from 10. */
function remainder(iban: string): number {
  const digits = [...`${iban.slice(4)}${iban.slice(0, 4)}`].map((one) => Number.parseInt(one, 36)).join('');
  return Number(BigInt(digits) % 97n);
}

/** A BIC in upper case; null if it is none (ISO 9362). */
export function readBic(text: string): string | null {
  const bic = text.trim().toUpperCase();
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) ? bic : null;
}
