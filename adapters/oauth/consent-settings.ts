import type { Execute } from '#kit/execute.ts';
import type { ViewerOf } from '#kit/viewer.ts';
import {
  type AskedSettingFragment,
  type OauthPlacesQuery,
  oauthPlacesDocument,
  type SettingPlaceFragment,
  type SettingValueInput,
} from './generated.ts';
import type { Parameters } from './parameters.ts';

/** An app's settings as entered in a form without scripts (docs/interface/settings.md#at-an-oauth-consent). */
export interface FilledIn {
  /** Field values by key, without secrets. */
  readonly texts: ReadonlyMap<string, string>;
  /** Keys of filled-in secrets. */
  readonly secrets: ReadonlySet<string>;
  /** Changes relative to the current values. */
  readonly changes: readonly SettingValueInput[];
}

/** Returns the name of a setting's field, or of an option's field if several options can be chosen. */
export const fieldName = (key: string, option: number | null = null): string =>
  option === null ? `setting.${key}` : `setting.${key}.${option}`;

/** True if the settings form is needed because a required setting has no value. */
export const needsSettings = (settings: readonly AskedSettingFragment[]): boolean =>
  shownOf(settings, textsOf(settings)).some(
    ({ required, isSet, value }) => required && !isSet && value === null,
  );

/** Returns the initial field values. */
export const textsOf = (settings: readonly AskedSettingFragment[]): ReadonlyMap<string, string> =>
  new Map(settings.map(({ key, value }) => [key, value ?? '']));

/**
 * Reads the submitted form. Settings hidden by their condition keep their values, and an empty secret field
 * keeps the secret.
 */
export function readFilledIn(settings: readonly AskedSettingFragment[], form: Parameters): FilledIn {
  const given = new Map(settings.map((setting) => [setting.key, givenFor(setting, form)]));
  const changes = shownOf(settings, given)
    .map((setting) => ({ setting, text: given.get(setting.key) ?? '' }))
    .filter(({ setting: { type, value }, text }) =>
      type === 'secret' ? text !== '' : text !== (value ?? ''),
    )
    .map(({ setting: { key }, text }) => ({ key, value: text || null }));
  const secret = new Set(settings.filter(({ type }) => type === 'secret').map(({ key }) => key));
  return {
    texts: new Map([...given].filter(([key]) => !secret.has(key))),
    secrets: new Set([...secret].filter((key) => given.get(key) !== '')),
    changes,
  };
}

function givenFor({ key, type, options }: AskedSettingFragment, form: Parameters): string {
  if (type === 'multiselect') {
    const chosen = (options ?? []).filter((_option, at) => form.get(fieldName(key, at)) !== null);
    return chosen.length === 0 ? '' : JSON.stringify(chosen.map(({ value }) => value));
  }
  // Browsers send line breaks as CR LF.
  return (form.get(fieldName(key)) ?? '').replaceAll('\r\n', '\n');
}

/**
 * Returns the settings to show: settings without a condition, and settings whose condition holds and refers
 * to a shown setting.
 */
function shownOf(
  settings: readonly AskedSettingFragment[],
  texts: ReadonlyMap<string, string>,
): readonly AskedSettingFragment[] {
  const shown = new Set<string>();
  return settings.filter(({ key, showIf }) => {
    const isShown = !showIf || (shown.has(showIf.key) && texts.get(showIf.key) === showIf.equals);
    if (isShown) shown.add(key);
    return isShown;
  });
}

/**
 * Returns the team's properties sorted by name if a setting needs one and the person's role allows viewing
 * them; otherwise null.
 */
export async function findPlaces(
  execute: Execute,
  settings: readonly AskedSettingFragment[],
  caller: { readonly viewer: ViewerOf<'hostUser'>; readonly requestId: string },
): Promise<readonly SettingPlaceFragment[] | null> {
  if (!settings.some(({ type }) => type === 'property' || type === 'unit_type')) return null;
  const { role } = caller.viewer;
  if (role !== 'owner' && role !== 'manager') return null;
  const found: SettingPlaceFragment[] = [];
  for (let after: string | null = null; ; ) {
    const { properties }: OauthPlacesQuery = await execute(oauthPlacesDocument, { after }, caller);
    if (!properties) return null;
    found.push(...properties.nodes);
    after = properties.pageInfo.endCursor;
    if (!properties.pageInfo.hasNextPage) break;
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}
