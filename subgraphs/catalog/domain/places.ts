let regions: Intl.DisplayNames | null = null;
/** Created on first use, since creating it takes as long as loading a hundred modules. */
function regionOf(code: string): string | undefined {
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return regions.of(code);
}
/** Two-letter codes that aren't countries: country groups, unknown regions and test codes. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** True if the text is a country's ISO 3166-1 code, in upper case. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) && regionOf(code) !== undefined;

/** True if the text is a BCP 47 tag in its usual form: `en`, `de-CH`. */
export function isLocale(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:-[A-Za-z\d]{1,8}){0,4}$/.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch (error) {
    if (error instanceof RangeError) return false; // malformed
    throw error;
  }
}
