import type { SubgraphContext } from '#db/context.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { teamIdOrNull } from '../../access.ts';
import { NONE, type Refusal, refuse } from '../../errors.ts';
import { decideSettings, type GivenValue, type OwnIds, stillGood } from '../../installs/domain/settings.ts';
import { findNamed } from '../../installs/queries/named-ids.ts';
import { loadThemeVersion } from './theme-versions.ts';

/** Values to save for a theme version, in addition to kept ones. */
interface Change {
  readonly id: string;
  readonly kept: readonly GivenValue[];
  /** Version that the kept values are from; the same one if null. */
  readonly from?: string | null;
  readonly values: readonly GivenValue[];
}

/** A host's values after a change, by key; none if it's refused. */
export interface SettingsChange {
  readonly values: Readonly<Record<string, string>>;
  readonly userErrors: readonly Refusal[];
}

/**
 * Decides a change to a theme's settings (docs/interface/storefront-themes.md#settings). Kept values of another version
 * only carry over if the setting still has the same type and the value follows its rules.
 */
export async function changeThemeSettings(ctx: SubgraphContext, change: Change): Promise<SettingsChange> {
  const { id, from, kept, values: given } = change;
  const version = await loadThemeVersion(ctx, id);
  const earlier = from == null || from === id ? version : await loadThemeVersion(ctx, from);
  if (!version) return { values: {}, ...refuse('NOT_FOUND', 'There is no such version of a theme.', ['id']) };
  const declared = version.declaredSettings;
  const set = carriedOver(declared, { kept, before: earlier?.declaredSettings ?? [] });
  if (given.length === 0) return { values: Object.fromEntries(set), userErrors: NONE };
  const own = await findNamed(ctx, { teamId: teamIdOrNull(ctx) ?? 0, app: version.slug, values: given });
  const { refusals, changes } = decideSettings(declared, { set, given, own });
  if (refusals.length > 0) return { values: {}, userErrors: refusals.map(named) };
  const after = [...new Map<string, string | null>([...set, ...changes])].flatMap(([key, value]) =>
    value === null ? [] : [[key, value] as const],
  );
  return { values: Object.fromEntries(after), userErrors: NONE };
}

/** Returns the kept values that a version's settings still accept. */
function carriedOver(
  declared: readonly DeclaredSetting[],
  { kept, before }: { readonly kept: readonly GivenValue[]; readonly before: readonly DeclaredSetting[] },
): ReadonlyMap<string, string> {
  const typed = kept.flatMap(({ key, value }) => {
    const type = before.find((one) => one.key === key)?.type;
    return type && value ? [{ key, value, type }] : [];
  });
  const values = typed.map(({ value }) => value);
  // They were the team's when they were saved; a page ignores what was removed since.
  const own: OwnIds = { properties: values, unitTypes: values };
  const good = stillGood(declared, { set: new Map(), given: typed, own });
  return new Map([...good].flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])));
}

/** The app's refusals, in words for a theme. */
const named = (refusal: Refusal): Refusal =>
  refusal.code === 'UNKNOWN_SETTING' ? { ...refusal, message: 'The theme has no such setting.' } : refusal;
