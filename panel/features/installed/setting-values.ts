import type { FilledSettingFragment, InstalledAppQuery } from './generated.ts';

export type Install = NonNullable<InstalledAppQuery['install']>;
export type Setting = FilledSettingFragment;

/** Changes by key; null removes a value. */
export type ChangedSettings = Readonly<Record<string, string | null>>;

/** Returns a field's displayed value; a secret's value is only known while the person types it. */
export const shownValue = ({ key, value }: Setting, changed: ChangedSettings): string | null =>
  key in changed ? (changed[key] ?? null) : value;

/**
 * Returns the visible settings after the changes: settings without a condition, and settings whose condition
 * holds and refers to a visible setting.
 */
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

/** Returns visible required settings without a saved value. */
export const missingSettings = (settings: readonly Setting[]): readonly Setting[] =>
  shownSettings(settings).filter(({ required, value, isSet }) => required && !isSet && value === null);

/**
 * Adds a change to a set of changes. A setting changed back to its saved value is removed from the set, and a
 * saved secret is kept until new text replaces it.
 */
export function changedWith(
  changed: ChangedSettings,
  { key, type, value: saved }: Setting,
  value: string,
): ChangedSettings {
  const { [key]: _before, ...others } = changed;
  const isSame = type === 'secret' ? value === '' : value === (saved ?? '');
  return isSame ? others : { ...others, [key]: value || null };
}

/** Converts the changes to visible settings into the API's input. */
export const valuesToSave = (settings: readonly Setting[], changed: ChangedSettings) =>
  shownSettings(settings, changed)
    .filter(({ key }) => key in changed)
    .map(({ key }) => ({ key, value: changed[key] ?? null }));
