import type { FilledSettingFragment, InstalledAppQuery } from './generated.ts';

export type Install = NonNullable<InstalledAppQuery['install']>;
export type Setting = FilledSettingFragment;

/** What was changed, by key; null removes a value. */
export type ChangedSettings = Readonly<Record<string, string | null>>;

/** What a field shows: a secret's value is known while it is typed only. */
export const shownValue = ({ key, value }: Setting, changed: ChangedSettings): string | null =>
  key in changed ? (changed[key] ?? null) : value;

/** The settings that are shown, given what was changed: those without a condition, and those whose condition holds and is shown itself. */
export function shownSettings(
  settings: readonly Setting[],
  changed: ChangedSettings = {},
): readonly Setting[] {
  const shown = new Map<string, string | null>();
  return settings.filter((setting) => {
    const { key, showIf } = setting;
    const isShown = !showIf || shown.get(showIf.key) === showIf.equals;
    if (isShown) shown.set(key, shownValue(setting, changed));
    return isShown;
  });
}

/** Required settings that are shown and have no value, as they are saved. */
export const missingSettings = (settings: readonly Setting[]): readonly Setting[] =>
  shownSettings(settings).filter(({ required, value, isSet }) => required && !isSet && value === null);

/** The changes after another one: what has its saved value again is none, and a secret is kept until it gets a new text. */
export function changedWith(
  changed: ChangedSettings,
  { key, type, value: saved }: Setting,
  value: string,
): ChangedSettings {
  const { [key]: _before, ...others } = changed;
  const isSame = type === 'secret' ? value === '' : value === (saved ?? '');
  return isSame ? others : { ...others, [key]: value || null };
}

/** The changes of what is shown, as the API takes them. */
export const valuesToSave = (settings: readonly Setting[], changed: ChangedSettings) =>
  shownSettings(settings, changed)
    .filter(({ key }) => key in changed)
    .map(({ key }) => ({ key, value: changed[key] ?? null }));
