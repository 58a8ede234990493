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

/** What a call is about. */
export interface CallAbout {
  readonly property: number | null;
  readonly connection: number | null;
  /** Rooms of the channel with the unit types they are sold from. */
  readonly rooms: readonly { readonly room: string; readonly unitType: number }[];
}

interface CallSettings {
  readonly settings: object;
  readonly settings_version: number;
  /** By the room's id on the channel; left out where no setting is of unit types, or the call is about no room. */
  readonly room_settings?: Readonly<Record<string, object>>;
}

/**
 * Members that a call to a channel app carries: values and defaults of the settings of the install and of what the call is about, never
 * a secret; null where the app has none of these (docs/interface/channels.md#settings-in-calls).
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
