import type { DeclaredSetting } from '#manifest/declared-setting.ts';

/**
 * The first setting whose type differs from what a released version declared under its key, as a path and a sentence: values that teams
 * saved would read as something else. Null if there is none.
 */
export function retypedSetting(
  declared: readonly DeclaredSetting[],
  released: readonly Pick<DeclaredSetting, 'key' | 'type'>[],
): { readonly path: string; readonly message: string } | null {
  for (const [index, { key, type }] of declared.entries()) {
    const before = released.find((one) => one.key === key && one.type !== type);
    const path = `settings[${index}].type`;
    if (before) {
      const message = `${path} was "${before.type}" in a released version: give a setting of another type a new key.`;
      return { path, message };
    }
  }
  return null;
}
