import type { TextCountry } from './policy-texts.ts';

/** A country's rules, cited as its own law does. */
interface CountryLaw {
  /** Applicable data protection law; null if it depends on the country. */
  readonly dataLaw: 'CH' | 'EU' | null;
  /** Retention period for business records, in years, and its article. */
  readonly years: string | null;
  readonly retention: string | null;
  /** Article that excludes bookings with fixed dates from consumers' right of withdrawal. */
  readonly withdrawal: string | null;
  /** National rule on registering guests. */
  readonly registration: string | null;
}

export const COUNTRY_LAWS: Readonly<Record<TextCountry, CountryLaw>> = {
  CH: {
    dataLaw: 'CH',
    years: '10',
    retention: 'Art. 958f OR/CO',
    withdrawal: null,
    registration: null, // each canton has its own
  },
  DE: {
    dataLaw: 'EU',
    years: '10',
    retention: '§ 147 AO',
    withdrawal: '§ 312g Abs. 2 Nr. 9 BGB',
    registration: '§§ 29, 30 BMG',
  },
  AT: {
    dataLaw: 'EU',
    years: '7',
    retention: '§ 132 BAO',
    withdrawal: '§ 18 Abs. 1 Z 10 FAGG',
    registration: 'Meldegesetz 1991',
  },
  FR: {
    dataLaw: 'EU',
    years: '10',
    retention: 'art. L123-22 Code de commerce',
    withdrawal: 'art. L221-28, 12° Code de la consommation',
    registration: 'art. R814-1 CESEDA',
  },
  IT: {
    dataLaw: 'EU',
    years: '10',
    retention: 'art. 2220 Codice civile',
    withdrawal: 'art. 59, c. 1, lett. n) Codice del consumo',
    registration: 'art. 109 TULPS',
  },
  ES: {
    dataLaw: 'EU',
    years: '6',
    retention: 'art. 30 Código de Comercio',
    withdrawal: 'art. 103 l) TRLGDCU',
    registration: 'Real Decreto 933/2021',
  },
  NL: {
    dataLaw: 'EU',
    years: '7',
    retention: 'art. 52 AWR',
    withdrawal: 'art. 6:230p BW',
    registration: 'art. 438 Sr',
  },
  other: { dataLaw: null, years: null, retention: null, withdrawal: null, registration: null },
};
