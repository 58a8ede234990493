import type { SubgraphContext } from '#db/context.ts';
import { type Doer, recordTeamEvent } from '#db/team-events.ts';
import type { Transaction } from '#db/transaction.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { missingSettings, type SetValues, settingsPer } from '../domain/settings.ts';
import type { Install } from '../store/entities.ts';
import { NAMED } from '../store/setting-target.ts';
import { keptSettings, OF_INSTALL, type SettingTarget, setValues } from '../store/settings.ts';

/** Notifies app and team of an install's changed setting keys, in the transaction that changes them. */
export async function announceSettings(
  ctx: SubgraphContext,
  em: Transaction,
  {
    install,
    target,
    keys,
    slug,
    settings,
  }: {
    readonly install: Pick<Install, 'id' | 'teamId'>;
    readonly target: SettingTarget;
    readonly keys: readonly string[];
    readonly slug: string;
    readonly settings: readonly DeclaredSetting[] | undefined;
  },
  doer?: Doer,
): Promise<void> {
  const ofInstall = settingsPer(settings, 'install');
  const set: SetValues = setValues(ofInstall, await keptSettings(em, [install.id], OF_INSTALL));
  const complete = missingSettings(ofInstall, set).length === 0;
  await ctx.services.apps.hooks.publishSettings(ctx, em, install.id, { ...target, keys, complete });
  const of = target.per === 'install' ? '' : ` (${NAMED[target.per]} ${target.objectId})`;
  const change = `${keys.join(', ')}${of}`;
  const event = { kind: 'app.settings_changed', subject: slug, change } as const;
  await recordTeamEvent(ctx, em, [install.teamId], event, doer);
}
