import type { DeclaredSetting, SettingScope } from '#manifest/declared-setting.ts';

/**
 * Returns whether an install has everything it needs. Computed, so that a release with new requirements
 * changes it immediately.
 */
export const installStatus = (
  { isActive }: { readonly isActive: boolean },
  isComplete: boolean,
): 'ready' | 'needs_settings' | 'uninstalled' => {
  if (!isActive) return 'uninstalled';
  return isComplete ? 'ready' : 'needs_settings';
};

/** Returns the kinds of object with their own setting values, in addition to the install. */
export const objectScopes = (declared: readonly DeclaredSetting[] | null): readonly SettingScope[] => [
  ...new Set((declared ?? []).map(({ per }) => per).filter((per) => per !== 'install')),
];
