import type { DeclaredSetting, SettingScope } from '#manifest/declared-setting.ts';

/** Whether an install has what it needs: computed, so that a release that asks for more changes it at once. */
export const installStatus = (
  { isActive }: { readonly isActive: boolean },
  isComplete: boolean,
): 'ready' | 'needs_settings' | 'uninstalled' => {
  if (!isActive) return 'uninstalled';
  return isComplete ? 'ready' : 'needs_settings';
};

/** Kinds of object that settings have values for, besides the install. */
export const objectScopes = (declared: readonly DeclaredSetting[] | null): readonly SettingScope[] => [
  ...new Set((declared ?? []).map(({ per }) => per).filter((per) => per !== 'install')),
];
