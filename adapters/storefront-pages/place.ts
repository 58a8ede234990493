import { html } from 'hono/html';
import { countryIn, type Language } from '#kit/language.ts';
import type { Html } from '../page/shell.ts';
import type { Visit } from './visit.ts';

/** A property's location, in as much detail as its host shows. */
export interface Place {
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly locality: string | null;
  readonly region: string | null;
  readonly country: string | null;
}

interface Point {
  readonly lat: number;
  readonly lng: number;
}

/** Formats an address on one line: `Seestrasse 4, 3855 Brienz, Switzerland`; empty if unknown. */
export function addressLine({ language }: Visit, place: Place): string {
  const { street, postalCode, locality, region, country } = place;
  const town = [postalCode, locality].filter((part) => part !== null).join(' ');
  return [street, town, region === locality ? null : region, country && countryIn(language, country)]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/** Initials of north, east, south and west. */
const COMPASS: Readonly<Record<Language, string>> = {
  en: 'NESW',
  de: 'NOSW',
  fr: 'NESO',
  es: 'NESO',
  it: 'NESO',
  nl: 'NOZW',
};

/** Decimals for an exact point: about ten metres. */
const EXACT = 4;

/** Formats a point for people: `46.7540° N, 8.0390° E`. */
export function coordinates({ language }: Visit, { lat, lng }: Point, digits = EXACT): string {
  const [north, east, south, west] = COMPASS[language];
  return `${Math.abs(lat).toFixed(digits)}° ${lat < 0 ? south : north}, ${Math.abs(lng).toFixed(digits)}° ${lng < 0 ? west : east}`;
}

/**
 * Renders a link to a third-party map. It opens only when the guest follows it, so no third party receives a
 * request before then.
 */
export function mapLink({ words }: Visit, { lat, lng }: Point, isExact: boolean): Html {
  const at = `${lat}/${lng}`;
  const href = isExact
    ? `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${at}`
    : `https://www.openstreetmap.org/#map=13/${at}`;
  return html`<a href="${href}" rel="noopener noreferrer">${isExact ? words.place.map : words.place.mapArea}</a>`;
}

/** Renders a link to directions to a point. */
export const directionsLink = ({ words }: Visit, { lat, lng }: Point): Html =>
  html`<a href="https://www.openstreetmap.org/directions?to=${lat}%2C${lng}" rel="noopener noreferrer">${words.place.directions}</a>`;
