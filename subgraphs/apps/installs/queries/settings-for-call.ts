import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { settingsPer, shownValues } from '../domain/settings.ts';
import { OF_INSTALL, type SettingTarget, shownSettings } from '../store/settings.ts';

/** An install whose app is called, with what the version it runs declares. */
export interface CalledInstall {
  readonly installId: number;
  readonly settingsVersion: number;
  readonly declared: readonly DeclaredSetting[] | undefined;
}

/**
 * Members that a call to a channel app carries: values and defaults of the settings of the install and of what the call is about, never
 * a secret; null where the app has none of these (docs/interface/channels.md#settings-in-calls).
 */
export async function settingsForCall(
  ctx: SubgraphContext,
  { installId, settingsVersion, declared }: CalledInstall,
  { property, connection }: { readonly property: number | null; readonly connection: number | null },
): Promise<{ readonly settings: object; readonly settings_version: number } | null> {
  const targets: readonly SettingTarget[] = [
    OF_INSTALL,
    ...(property === null ? [] : [{ per: 'property', objectId: property } as const]),
    ...(connection === null ? [] : [{ per: 'connection', objectId: connection } as const]),
  ];
  const asked = targets.filter(({ per }) => settingsPer(declared, per).some(({ type }) => type !== 'secret'));
  if (asked.length === 0) return null;
  const kept = await shownSettings(reader(ctx), [installId], asked);
  const values = asked.map(({ per }) =>
    shownValues(
      settingsPer(declared, per),
      kept.filter((one) => one.per === per),
    ),
  );
  return { settings: Object.assign({}, ...values), settings_version: settingsVersion };
}
