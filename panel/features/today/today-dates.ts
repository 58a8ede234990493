import { todayIn } from '../../format/dates.ts';

/**
 * Returns the latest of the properties' current dates, which differ between time zones; the browser's date if
 * there is no property.
 */
export function latestToday(properties: readonly { readonly timeZone: string }[]): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = properties.length > 0 ? properties.map(({ timeZone }) => timeZone) : [own];
  return zones.map(todayIn).sort().at(-1) ?? todayIn(own);
}
