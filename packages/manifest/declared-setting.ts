import type { SETTING_SCOPES, SETTING_TYPES } from './vocabulary.ts';

export type SettingType = (typeof SETTING_TYPES)[number];
export type SettingScope = (typeof SETTING_SCOPES)[number];

/**
 * A setting that a host fills in for an app, declared in `[[settings]]` (docs/interface/settings.md). Values
 * are stored as text.
 */
export interface DeclaredSetting {
  readonly key: string;
  readonly type: SettingType;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly default: string | null;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly min: number | null;
  readonly max: number | null;
  readonly pattern: string | null;
  /**
   * Scope of the setting's values: one for the install, or one for every property, unit type, channel
   * connection or placement.
   */
  readonly per: SettingScope;
  /** Condition for showing the setting: another setting has a given value. */
  readonly showIf: { readonly key: string; readonly equals: string } | null;
  readonly group: string | null;
}
