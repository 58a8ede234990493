import { currentZoneName } from '#kit/zone-names.ts';

const EURO = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA XK'.split(' ');
const OTHERS = new Map(
  `CH CHF LI CHF GB GBP US USD CA CAD AU AUD NZ NZD SE SEK NO NOK DK DKK IS ISK PL PLN CZ CZK HU HUF RO RON JP JPY TR TRY
  TH THB ID IDR IN INR MX MXN BR BRL ZA ZAR MA MAD GE GEL AL ALL RS RSD`
    .trim()
    .split(/\s+/)
    .flatMap((country, at, all) => (at % 2 === 0 ? [[country, all[at + 1] ?? ''] as const] : [])),
);

/**
 * The currency that a country's hosts sell in, for the countries with the most hosts; undefined for all
 * others.
 */
export const currencyOfCountry = (country: string | undefined): string | undefined =>
  country !== undefined && EURO.includes(country) ? 'EUR' : OTHERS.get(country ?? '');

/** Countries with several zones where nearly everyone lives in one. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  DE: 'Europe/Berlin',
  ES: 'Europe/Madrid',
  PT: 'Europe/Lisbon',
};

/**
 * The time zone for a country with only one zone, or with one where nearly everyone lives; otherwise
 * undefined.
 */
export function zoneOfCountry(country: string | undefined): string | undefined {
  if (country === undefined || !/^[A-Z]{2}$/.test(country)) return undefined;
  if (MAIN_ZONES[country]) return MAIN_ZONES[country];
  const zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
  return zones[0] !== undefined && zones.length === 1 ? currentZoneName(zones[0]) : undefined;
}
