import type { ApiVersion } from '#schema/views.ts';

/** The version with changes that no dated version has yet; it can change at any time. */
export const UNSTABLE: ApiVersion = { version: 'unstable', final: false, deprecated: null, sunset: null };

const DAY_MS = 86_400_000;
const startOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

/** True if a version's last day is over (UTC). */
export const isRetired = ({ sunset }: ApiVersion, now: Date): boolean =>
  sunset !== null && now.getTime() >= startOf(sunset) + DAY_MS;

/** Returns a version's `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) headers, from its deprecation day on. */
export function deprecationHeaders(
  { deprecated, sunset }: ApiVersion,
  now: Date,
): Readonly<Record<string, string>> {
  if (deprecated === null || now.getTime() < startOf(deprecated)) return {};
  return {
    deprecation: `@${startOf(deprecated) / 1000}`,
    ...(sunset && { sunset: new Date(startOf(sunset) + DAY_MS).toUTCString() }),
  };
}
