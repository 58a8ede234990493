import { todayIn } from '../../format/dates.ts';

/** Today's date where it is latest, because it can differ between properties; by the browser's clock if there is none. */
export function latestToday(properties: readonly { readonly timeZone: string }[]): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zones = properties.length > 0 ? properties.map(({ timeZone }) => timeZone) : [own];
  return zones.map(todayIn).sort().at(-1) ?? todayIn(own);
}
