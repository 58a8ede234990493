let regions: Intl.DisplayNames | null = null;
/** Made when it is first asked: it takes as long as a hundred modules. */
function regionOf(code: string): string | undefined {
  regions ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return regions.of(code);
}
/** Two letters that name no country: groups of countries, what is unknown, and what is for tests. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** Whether a text is the ISO 3166-1 code of a country, in upper case. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) && regionOf(code) !== undefined;

/** Whether a text is a BCP 47 tag as it is usually written: `en`, `de-CH`. */
export function isLocale(tag: string): boolean {
  if (!/^[a-z]{2,3}(?:-[A-Za-z\d]{1,8}){0,4}$/.test(tag)) return false;
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch (error) {
    if (error instanceof RangeError) return false; // malformed
    throw error;
  }
}

/** Whether a text is a time of day, `HH:MM`. */
export const isTimeOfDay = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
