import type { DeclaredSetting, SettingScope } from '#manifest/declared-setting.ts';
import { refuseValue } from '#manifest/setting-values.ts';
import { MAX_SETTING_VALUES, MAX_SETTINGS_BYTES, MAX_TOKEN_SETTINGS_BYTES } from '#schema/limits.ts';
import type { Refusal } from '../../errors.ts';

/** A team's values by key; null for a secret, whose value isn't loaded. */
export type SetValues = ReadonlyMap<string, string | null>;

/** A value to save; null or empty removes it. */
export interface GivenValue {
  readonly key: string;
  readonly value?: string | null;
}

/** A validated value to be saved later, with its setting's type at that time. */
export interface DecidedValue extends GivenValue {
  readonly type: string;
}

/** Ids that values can refer to because the team owns them. */
export interface OwnIds {
  readonly properties: readonly string[];
  readonly unitTypes: readonly string[];
}

/** Changes in a save, by key; null removes a value. Empty if refused. */
export interface SettingsDecision {
  readonly refusals: readonly Refusal[];
  readonly changes: ReadonlyMap<string, string | null>;
}

/** Returns the settings with values for the same kind of object. */
export const settingsPer = (
  declared: readonly DeclaredSetting[] | null | undefined,
  per: SettingScope,
): readonly DeclaredSetting[] => (declared ?? []).filter((setting) => setting.per === per);

/**
 * Returns the settings shown for the given values: those without a condition, and those whose condition is
 * met by a shown setting.
 */
export function shownSettings(
  declared: readonly DeclaredSetting[],
  values: SetValues,
): readonly DeclaredSetting[] {
  const shown = new Set<string>();
  return declared.filter((setting) => {
    const { key, showIf } = setting;
    const other = showIf && declared.find((one) => one.key === showIf.key);
    const isShown =
      !showIf || (other && shown.has(other.key) && valueIn(other, values) === showIf.equals) === true;
    if (isShown) shown.add(key);
    return isShown;
  });
}

/** Returns the team's value or the default; null if there's neither, and for secrets. */
export const valueIn = ({ key, default: preset }: DeclaredSetting, values: SetValues): string | null =>
  values.get(key) ?? preset;

/** Returns shown, required settings without a value (docs/interface/settings.md#required-settings). */
export const missingSettings = (
  declared: readonly DeclaredSetting[],
  values: SetValues,
): readonly DeclaredSetting[] =>
  shownSettings(declared, values).filter(
    ({ key, required, default: preset }) => required && preset === null && !values.has(key),
  );

type Kept = readonly { readonly key: string; readonly type: string; readonly value: string | null }[];

/** Returns setting values and defaults by key, never secrets. */
export function shownValues(
  declared: readonly DeclaredSetting[],
  kept: Kept,
): Readonly<Record<string, string | null>> {
  const shown = declared
    .filter(({ type }) => type !== 'secret')
    .map(({ key, type, default: preset }) => {
      const one = kept.find((setting) => setting.key === key && setting.type === type);
      return [key, one?.value ?? preset] as const;
    });
  return Object.fromEntries(shown);
}

/** Returns settings for a token that everyone on a page can read; null if they'd be too long for an address. */
export function settingsForToken(
  declared: readonly DeclaredSetting[],
  kept: Kept,
): Readonly<Record<string, string | null>> | null {
  const values = shownValues(declared, kept);
  return Buffer.byteLength(JSON.stringify(values)) > MAX_TOKEN_SETTINGS_BYTES ? null : values;
}

/** Counts a value's bytes toward the install's limit. */
export const bytesOf = (key: string, value: string): number =>
  Buffer.byteLength(key) + Buffer.byteLength(value);

/** Refusal if the values would exceed an install's limit. */
export const TOO_MANY_BYTES: Refusal = {
  field: ['values'],
  code: 'LIMIT_REACHED',
  message: `All of an install's settings together can have at most ${MAX_SETTINGS_BYTES / 1024} KB.`,
};

/**
 * Decides a save of one target's settings: every value must follow its setting's rules, and required settings
 * must then have one. Reports every refusal by setting.
 */
export function decideSettings(
  declared: readonly DeclaredSetting[],
  {
    set,
    given,
    own,
  }: { readonly set: SetValues; readonly given: readonly GivenValue[]; readonly own: OwnIds },
): SettingsDecision {
  if (given.length > MAX_SETTING_VALUES) {
    const message = `Save at most ${MAX_SETTING_VALUES} values at a time.`;
    return { refusals: [{ field: ['values'], code: 'INVALID', message }], changes: new Map() };
  }
  const bytes = given.reduce((sum, { key, value }) => sum + bytesOf(key, value ?? ''), 0);
  if (bytes > MAX_SETTINGS_BYTES) return { refusals: [TOO_MANY_BYTES], changes: new Map() };
  const changes = new Map<string, string | null>();
  const refusals: Refusal[] = [];
  const after = new Map(set);
  for (const { key, value } of given) {
    const setting = declared.find((one) => one.key === key);
    const refusal = setting
      ? refusalOf(setting, value ?? '', { isTwice: changes.has(key), own })
      : refused(key.slice(0, 40), 'UNKNOWN_SETTING', 'The app has no such setting.');
    if (refusal) refusals.push(refusal);
    if (refusal || !setting) continue;
    changes.set(key, value || null);
    if (value) after.set(key, setting.type === 'secret' ? null : value);
    else after.delete(key);
  }
  const named = new Set(refusals.map(({ field }) => field?.[1]));
  const missing = missingSettings(declared, after).filter(({ key }) => !named.has(key));
  refusals.push(...missing.map(({ key, label }) => refused(key, 'REQUIRED', `${label} is required.`)));
  if (refusals.length > 0) return { refusals, changes: new Map() };
  return { refusals, changes: changesOf(changes, set) };
}

/**
 * Returns the remaining changes from values validated earlier: skips removed settings and values that now
 * break their rules, and doesn't require completeness.
 */
export function stillGood(
  declared: readonly DeclaredSetting[],
  {
    set,
    given,
    own,
  }: { readonly set: SetValues; readonly given: readonly DecidedValue[]; readonly own: OwnIds },
): ReadonlyMap<string, string | null> {
  const good = given.filter(({ key, type, value }) => {
    const setting = declared.find((one) => one.key === key && one.type === type);
    return setting && refusalOf(setting, value ?? '', { isTwice: false, own }) === null;
  });
  return changesOf(new Map(good.map(({ key, value }) => [key, value || null])), set);
}

/** Returns changed values. A secret always counts as changed, since its stored value isn't known. */
const changesOf = (values: ReadonlyMap<string, string | null>, set: SetValues) =>
  new Map([...values].filter(([key, value]) => (value === null ? set.has(key) : set.get(key) !== value)));

function refusalOf(
  setting: DeclaredSetting,
  value: string,
  { isTwice, own }: { readonly isTwice: boolean; readonly own: OwnIds },
): Refusal | null {
  const { key, label, type } = setting;
  if (isTwice) return refused(key, 'INVALID', `${label} appears twice.`);
  if (value === '') return null;
  const words = refuseValue(setting, value);
  if (words !== null) return refused(key, 'INVALID', `${label} ${words}`);
  if (type === 'property' && !own.properties.includes(value))
    return refused(key, 'INVALID', `${label} must be a property of the team.`);
  if (type === 'unit_type' && !own.unitTypes.includes(value))
    return refused(key, 'INVALID', `${label} must be a unit type of the team.`);
  return null;
}

const refused = (key: string, code: Refusal['code'], message: string): Refusal => ({
  field: ['settings', key],
  code,
  message,
});

/** Minimum length of a secret whose last two characters are shown. */
const HINTED = 8;

/** Returns a secret's hint for hosts; null if it's too short to show any part. */
export function hintOf(secret: string): string | null {
  const characters = [...secret];
  return characters.length < HINTED ? null : characters.slice(-2).join('');
}
