import { batchWith } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { badInput } from '#kit/errors.ts';
import type { DeclaredSetting, SettingScope } from '#manifest/declared-setting.ts';
import { missingSettings, settingsPer, valueIn } from '../domain/settings.ts';
import { settingRow } from '../store/entities.ts';
import type { InstallRow } from '../store/install-row.ts';
import { runningInstalls } from '../store/running-version.ts';
import { targetOf } from '../store/setting-target.ts';
import {
  type KeptSetting,
  keptSettings,
  OF_INSTALL,
  type SettingTarget,
  setValues,
} from '../store/settings.ts';
import type { OauthChoiceRow } from './oauth.ts';

/** A setting as shown to hosts. */
export type AppSettingRow = Omit<DeclaredSetting, 'default' | 'options'> & {
  readonly value: string | null;
  readonly isSet: boolean;
  readonly hint: string | null;
  readonly options: DeclaredSetting['options'] | null;
};

interface Which {
  readonly per?: SettingScope | null;
  readonly id?: string | null;
}

type Wanted = SettingTarget & { readonly removed?: boolean };

const loadKept = batchWith<Wanted, number, readonly KeptSetting[]>(async (ctx, target, ids) => {
  const kept = await keptSettings(reader(ctx), ids, target);
  return new Map(ids.map((id) => [id, kept.filter(({ installId }) => installId === id)]));
});

/** Returns an install's settings with their values for a target. */
export async function findSettings(
  ctx: SubgraphContext,
  { id, declaredSettings }: Pick<InstallRow, 'id' | 'declaredSettings'>,
  which: Which,
): Promise<readonly AppSettingRow[]> {
  const { per = 'install' } = which;
  const declared = settingsPer(declaredSettings, per ?? 'install');
  if (per != null && per !== 'install' && which.id == null) return withValues(declared, []);
  return withValues(declared, (await loadKept(ctx, readTarget(which), id)) ?? []);
}

function readTarget(which: Which): SettingTarget {
  const target = targetOf(which);
  if ('userErrors' in target) throw badInput(target.userErrors[0]?.message ?? "id isn't valid.");
  return target;
}

/** Combines declared settings with their values. */
export function withValues(
  declared: readonly DeclaredSetting[],
  kept: readonly KeptSetting[],
): readonly AppSettingRow[] {
  const set = setValues(declared, kept);
  return declared.map(({ default: _preset, ...setting }) => ({
    ...setting,
    value: setting.type === 'secret' ? null : valueIn({ ...setting, default: _preset }, set),
    isSet: set.has(setting.key),
    hint: set.has(setting.key) ? (kept.find(({ key }) => key === setting.key)?.hint ?? null) : null,
    options: setting.options.length > 0 ? setting.options : null,
  }));
}

/** Returns settings that a host fills in for an app on a team, with values saved during an earlier install. */
export async function findChoiceSettings(
  ctx: SubgraphContext,
  choice: Pick<OauthChoiceRow, 'installId' | 'isInstalled' | 'declaredSettings'>,
): Promise<readonly AppSettingRow[]> {
  const { installId, isInstalled } = choice;
  const declared = settingsPer(choice.declaredSettings, 'install');
  if (declared.length === 0 || installId === null) return withValues(declared, []);
  return withValues(
    declared,
    (await loadKept(ctx, { ...OF_INSTALL, removed: !isInstalled }, installId)) ?? [],
  );
}

/** True if every required setting of an install has a value. */
export async function isComplete(
  ctx: SubgraphContext,
  { id, declaredSettings }: Pick<InstallRow, 'id' | 'declaredSettings'>,
): Promise<boolean> {
  const declared = settingsPer(declaredSettings, 'install');
  if (!declared.some(({ required }) => required)) return true;
  return (
    missingSettings(declared, setValues(declared, (await loadKept(ctx, OF_INSTALL, id)) ?? [])).length === 0
  );
}

/** Returns settings declared by the calling install's version. */
async function ownSettings(ctx: SubgraphContext, installId: number): Promise<readonly DeclaredSetting[]> {
  const running = await runningInstalls(reader(ctx))
    .select('v.manifest')
    .where('i.id', '=', installId)
    .executeTakeFirst();
  return running?.manifest.settings ?? [];
}

/** Returns the calling install's values for a target, with secrets in plain text. */
export async function findOwnSettings(ctx: SubgraphContext, installId: number, which: Which) {
  const target = readTarget(which);
  const declared = settingsPer(await ownSettings(ctx, installId), target.per);
  if (declared.length === 0) return [];
  const kept = await keptSettings(reader(ctx), [installId], target);
  return declared.map(({ key, type, default: preset }) => {
    const one = kept.find((setting) => setting.key === key && setting.type === type);
    const sealed = one?.valueSealed;
    const secret = sealed && ctx.vault.open(sealed, settingRow({ installId, ...target, key }));
    return { key, value: secret ?? one?.value ?? preset };
  });
}

/** True if every required setting of the calling install has a value. */
export const isOwnComplete = async (ctx: SubgraphContext, id: number): Promise<boolean> =>
  isComplete(ctx, { id, declaredSettings: await ownSettings(ctx, id) });
