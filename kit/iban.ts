/**
 * Two letters, two check digits and 11 to 30 more characters, in groups of four or unbroken, as people write
 * bank accounts.
 */
const POSSIBLE_IBANS = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ \u00A0\u202F]?[A-Z0-9]){11,30}(?![A-Z0-9])/gi;

/** IBAN lengths by country (SWIFT's registry). */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  `NO15 BE16 DK18 FI18 FO18 FK18 GL18 NL18 SD18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 MN20 XK20 CH21 HR21 LI21 LV21
  BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23 AD24 CZ24 ES24 MD24 PK24 RO24 SA24 SE24
  SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 BI27 DJ27 FR27 GR27 IT27 MC27 MR27 SM27 AL28 AZ28 BY28 CY28 DO28 GT28 HN28 HU28
  LB28 NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 SC31 LC32 MT31 RU33`
    .split(/\s+/)
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Finds IBANs; `end` is the index after the last character. */
export const ibansIn = (text: string): readonly { readonly start: number; readonly end: number }[] =>
  [...text.matchAll(POSSIBLE_IBANS)].flatMap(({ 0: found, index }) => {
    const length = lengthOfIban(found);
    return length === undefined ? [] : [{ start: index, end: index + length }];
  });

/** The pattern may also match words after an account number, so the longest valid prefix is used. */
function lengthOfIban(found: string): number | undefined {
  const ends = [...found.matchAll(/[A-Z0-9]/gi)].map(({ index }) => index + 1).reverse();
  return ends.find((end) => isIban(found.slice(0, end).replaceAll(/\s/g, '').toUpperCase()));
}

/** ISO 13616: the number spelled by the letters and digits is 1 modulo 97. */
function isIban(text: string): boolean {
  if (text.length !== LENGTHS.get(text.slice(0, 2))) return false;
  const turned = `${text.slice(4)}${text.slice(0, 4)}`;
  const digits = [...turned].map((sign) => Number.parseInt(sign, 36)).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}
