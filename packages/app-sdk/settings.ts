/** Value types by setting type in the manifest. */
interface TypesOfValues {
  readonly text: string;
  readonly textarea: string;
  readonly secret: string;
  readonly integer: number;
  /** The text as written, because a float would round it. */
  readonly decimal: string;
  readonly boolean: boolean;
  readonly select: string;
  readonly multiselect: readonly string[];
  readonly url: string;
  readonly email: string;
  /** Check-in date, `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:MM`. */
  readonly time: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** A property's id. */
  readonly property: string;
  /** A unit type's id. */
  readonly unit_type: string;
}

/** A type in `[[settings]]`. */
export type SettingType = keyof TypesOfValues;

/** Settings to read: manifest keys with their types. */
export type SettingTypes = Readonly<Record<string, SettingType>>;

/** Object to read values for: a property, unit type or connection. */
export interface SettingsOf {
  readonly per: 'property' | 'unit_type' | 'connection';
  readonly id: string | number;
}

/** A host's settings for an app. */
export interface AppSettings<Types extends SettingTypes> {
  /** Values by key; null if a setting has no value and no default, or isn't declared in the install's version. */
  readonly values: { readonly [Key in keyof Types]: TypesOfValues[Types[Key]] | null };
  /** True if every required setting for the install has a value. */
  readonly isComplete: boolean;
  /** Increases with every change. */
  readonly version: number;
}

/** The API's response with the calling install's settings. */
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

/**
 * Converts a response's values to their types. Throws TypeError if a value's type differs from the
 * manifest's.
 */
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
    // Every key in `types` is present, with a value of its type.
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
  if (read === WRONG) throw new TypeError(`The setting ${key} isn't of type ${type} in the manifest.`);
  return read;
}

const WRONG = Symbol('a text of another type');

/** Types whose values aren't strings. */
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
