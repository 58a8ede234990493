import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import { settingsPer, shownValues } from '../domain/settings.ts';
import { OF_INSTALL, type SettingTarget, shownSettings } from '../store/settings.ts';

/** An install to call, with its running version's declarations. */
export interface CalledInstall {
  readonly installId: number;
  readonly settingsVersion: number;
  readonly declared: readonly DeclaredSetting[] | undefined;
}

/** Objects a call refers to. */
export interface CallAbout {
  readonly property: number | null;
  readonly connection: number | null;
  /** Channel rooms with the unit types they sell. */
  readonly rooms: readonly { readonly room: string; readonly unitType: number }[];
}

interface CallSettings {
  readonly settings: object;
  readonly settings_version: number;
  /** By channel room id; undefined if no setting is per unit type, or the call has no rooms. */
  readonly room_settings?: Readonly<Record<string, object>>;
}

/**
 * Returns members to add to a channel app's call: setting values and defaults for the install and the call's
 * objects, never secrets; null if the app has none of these settings
 * (docs/interface/channels.md#settings-in-calls).
 */
export async function settingsForCall(
  ctx: SubgraphContext,
  { installId, settingsVersion, declared }: CalledInstall,
  { property, connection, rooms }: CallAbout,
): Promise<CallSettings | null> {
  const targets: readonly SettingTarget[] = [
    OF_INSTALL,
    ...(property === null ? [] : [{ per: 'property', objectId: property } as const]),
    ...(connection === null ? [] : [{ per: 'connection', objectId: connection } as const]),
  ];
  const asked = targets.filter(({ per }) => settingsPer(declared, per).some(({ type }) => type !== 'secret'));
  const perRoom = settingsPer(declared, 'unit_type');
  const unitTypes = perRoom.some(({ type }) => type !== 'secret')
    ? [...new Set(rooms.map(({ unitType }) => unitType))]
    : [];
  if (asked.length + unitTypes.length === 0) return null;
  const ofRooms = unitTypes.map((objectId) => ({ per: 'unit_type', objectId }) as const);
  const kept = await shownSettings(reader(ctx), [installId], [...asked, ...ofRooms]);
  const values = asked.map(({ per }) =>
    shownValues(
      settingsPer(declared, per),
      kept.filter((one) => one.per === per),
    ),
  );
  const shownOf = (unitType: number) =>
    shownValues(
      perRoom,
      kept.filter(({ per, objectId }) => per === 'unit_type' && objectId === unitType),
    );
  return {
    settings: Object.assign({}, ...values),
    settings_version: settingsVersion,
    ...(unitTypes.length > 0 && {
      room_settings: Object.fromEntries(rooms.map(({ room, unitType }) => [room, shownOf(unitType)])),
    }),
  };
}
