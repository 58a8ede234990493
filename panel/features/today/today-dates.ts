import { todayIn } from '../../format/dates.ts';

/** Today's date, which can differ between properties in different time zones. */
export interface Today {
  readonly first: string;
  readonly last: string;
  /** By property id. */
  readonly of: Readonly<Record<string, string>>;
}

/** Today at each property; by the browser's clock if there is none. */
export function todayAt(properties: readonly { readonly id: string; readonly timeZone: string }[]): Today {
  const of = Object.fromEntries(properties.map(({ id, timeZone }) => [id, todayIn(timeZone)]));
  const dates = Object.values(of).sort();
  const own = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
  return { first: dates[0] ?? own, last: dates.at(-1) ?? own, of };
}
