/** What settings are read as, by their type in the manifest. */
interface TypesOfValues {
  readonly text: string;
  readonly textarea: string;
  readonly secret: string;
  readonly integer: number;
  /** As it was written: a float would round it. */
  readonly decimal: string;
  readonly boolean: boolean;
  readonly select: string;
  readonly multiselect: readonly string[];
  readonly url: string;
  readonly email: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Id of a property. */
  readonly property: string;
  /** Id of a unit type. */
  readonly unit_type: string;
}

/** A type of `[[settings]]`. */
export type SettingType = keyof TypesOfValues;

/** The settings to read: key in the manifest, and its type there. */
export type SettingTypes = Readonly<Record<string, SettingType>>;

/** What to read the values of: a property, unit type or connection. */
export interface SettingsOf {
  readonly per: 'property' | 'unit_type' | 'connection';
  readonly id: string | number;
}

/** What a host filled in. */
export interface AppSettings<Types extends SettingTypes> {
  /** By key; null where a setting has neither value nor default, and where the version of the install does not declare it. */
  readonly values: { readonly [Key in keyof Types]: TypesOfValues[Types[Key]] | null };
  /** Whether every required setting of the install has a value. */
  readonly isComplete: boolean;
  /** Increases with every change. */
  readonly version: number;
}

/** What the API answers about the settings of the asking install. */
export interface SettingsAnswer {
  readonly currentInstall: {
    readonly settings: readonly { readonly key: string; readonly value: string | null }[];
    readonly settingsComplete: boolean;
    readonly settingsVersion: number;
  };
}

export const SETTINGS = `query ($per: SettingScope, $id: ID) {
  currentInstall { settings(per: $per, id: $id) { key value } settingsComplete settingsVersion }
}`;

/** The values of an answer as what their types say. Throws TypeError for a value of another type than the manifest's. */
export function readSettings<const Types extends SettingTypes>(
  types: Types,
  { currentInstall }: SettingsAnswer,
): AppSettings<Types> {
  const texts = new Map(currentInstall.settings.map(({ key, value }) => [key, value]));
  const values = Object.entries(types).map(([key, type]) => {
    const text = texts.get(key) ?? null;
    return [key, text === null ? null : valueIn(key, type, text)] as const;
  });
  return {
    // Every key of `types` is there, with a value of its type.
    values: Object.fromEntries(values) as AppSettings<Types>['values'],
    isComplete: currentInstall.settingsComplete,
    version: currentInstall.settingsVersion,
  };
}

function valueIn(
  key: string,
  type: SettingType,
  text: string,
): string | number | boolean | readonly string[] {
  const read = READERS[type]?.(text) ?? text;
  if (read === WRONG) throw new TypeError(`The setting ${key} is not of type ${type} in the manifest.`);
  return read;
}

const WRONG = Symbol('a text of another type');

/** Types whose values are no texts. */
const READERS: Readonly<
  Partial<Record<SettingType, (text: string) => number | boolean | readonly string[] | typeof WRONG>>
> = {
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : WRONG),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : WRONG),
  multiselect: (text) => {
    const chosen = parse(text);
    return Array.isArray(chosen) && chosen.every((one) => typeof one === 'string') ? chosen : WRONG;
  },
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
