import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { DeclaredSetting, SettingScope } from '#manifest/declared-setting.ts';
import { MAX_SETTINGS_BYTES } from '#schema/limits.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { decideSettings, type GivenValue, settingsPer, TOO_MANY_BYTES } from '../domain/settings.ts';
import { findHeld, isHeld } from '../queries/named-ids.ts';
import { announceSettings } from '../steps/announce-settings.ts';
import { targetTeam, withInstall } from '../steps/install-target.ts';
import type { Install } from '../store/entities.ts';
import { runningManifest } from '../store/running-version.ts';
import { NAMED, targetOf } from '../store/setting-target.ts';
import {
  bytesAfter,
  changedAt,
  deleteOfGone,
  keptSettings,
  type SettingTarget,
  setValues,
  writeSettings,
} from '../store/settings.ts';

/** The saved settings' target, to be read again, or why they were refused. */
export type SettingsSaved = Refused & {
  readonly slug?: string;
  readonly team?: string;
  readonly target?: SettingTarget;
  readonly version?: number;
};

interface Save {
  readonly slug: string;
  readonly per?: SettingScope | null;
  readonly id?: string | null;
  readonly values: readonly GivenValue[];
  readonly version?: number | null;
}

/**
 * Saves an install's settings, all or none. Refuses with `NOT_FOUND`, `STALE_VERSION`, `LIMIT_REACHED`, and
 * per setting with `REQUIRED`, `INVALID` or `UNKNOWN_SETTING` (docs/interface/settings.md#saving).
 */
export async function setSettings(ctx: SubgraphContext, save: Save): Promise<SettingsSaved> {
  const { slug, values, version } = save;
  const target = targetOf(save);
  if ('userErrors' in target) return target;
  const team = await targetTeam(ctx, null);
  const { named, gone } = await findHeld(ctx, { teamId: team?.id ?? 0, app: slug, target, values });
  return withInstall(
    ctx,
    { slug },
    async (em, install, teamSlug): Promise<SettingsSaved> => {
      if (target.per !== 'install' && !isHeld(named, target)) {
        return refuse('NOT_FOUND', `The team has no such ${NAMED[target.per]}.`, ['id']);
      }
      await deleteOfGone(em, install.id, gone);
      if (version != null && !(await isNewest(em, install, { target, version }))) {
        return refuse('STALE_VERSION', 'The settings changed in the meantime. Review them again.', [
          'version',
        ]);
      }
      const manifest = await runningManifest(em, install.id);
      const declared = settingsPer(manifest?.settings, target.per);
      const kept = await keptSettings(em, [install.id], target);
      const set = setValues(declared, kept);
      const { refusals, changes } = decideSettings(declared, { set, given: values, own: named });
      if (refusals.length > 0) return { userErrors: refusals };
      const saved = { slug, team: teamSlug, target, userErrors: NONE };
      if (changes.size === 0) return { ...saved, version: install.settingsVersion };
      const written = await saveChanges(ctx, em, { install, target, declared, changes });
      if ('userErrors' in written) return written;
      await announceSettings(ctx, em, {
        install,
        target,
        keys: [...changes.keys()],
        slug,
        settings: manifest?.settings,
      });
      return { ...saved, version: written.version };
    },
    LockMode.PESSIMISTIC_READ,
  );
}

/** True if the target's settings haven't changed since the given version of the install's settings. */
const isNewest = async (
  em: Transaction,
  { id, settingsVersion }: Pick<Install, 'id' | 'settingsVersion'>,
  { target, version }: { readonly target: SettingTarget; readonly version: number },
): Promise<boolean> => version <= settingsVersion && version >= (await changedAt(em, id, target));

/** Writes changes if they fit within the install's limit. */
async function saveChanges(
  ctx: SubgraphContext,
  em: Transaction,
  {
    install,
    target,
    ...saved
  }: {
    readonly install: Pick<Install, 'id'>;
    readonly target: SettingTarget;
    readonly declared: readonly DeclaredSetting[];
    readonly changes: ReadonlyMap<string, string | null>;
  },
): Promise<Refused | { readonly version: number }> {
  if ((await bytesAfter(em, install.id, target, saved.changes)) > MAX_SETTINGS_BYTES) {
    return { userErrors: [TOO_MANY_BYTES] };
  }
  return { version: await writeSettings(ctx, em, { installId: install.id, target, ...saved }) };
}
