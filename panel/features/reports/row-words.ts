import { msg, t } from '@lingui/core/macro';
import { countries } from '../../format/countries.ts';
import { monthAndYear, shortDayAndYear } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';

const SOURCES: Readonly<Record<string, string>> = translated({
  agent: msg`AI agents`,
  direct: msg`Own site`,
  host: msg`Front desk and apps`,
  request: msg`Requests`,
  channel: msg`Channels`,
});

/** Returns a report row's name in the panel's language, by its key; the platform's own label is English. */
export function rowWords({ key, label }: { readonly key: string; readonly label: string }): string {
  const [, year, week] = /^(\d{4})-W(\d\d)$/.exec(key) ?? [];
  if (year && week) return t`Week ${Number(week)}, ${year}`;
  if (/^\d{4}-\d\d-\d\d$/.test(key)) return shortDayAndYear(key);
  if (/^\d{4}-\d\d$/.test(key)) return monthAndYear(key);
  if (/^[A-Z]{2}$/.test(key)) return countries().find(({ value }) => value === key)?.label ?? label;
  if (key === '') return t`Unknown`;
  return SOURCES[key] ?? label;
}
