import type { DeclaredSetting } from '#manifest/declared-setting.ts';

/**
 * Finds the first setting whose type differs from a released version's declaration under the same key, since
 * teams' saved values would be misread. Returns its path and a sentence, or null if there isn't one.
 */
export function retypedSetting(
  declared: readonly DeclaredSetting[],
  released: readonly Pick<DeclaredSetting, 'key' | 'type'>[],
): { readonly path: string; readonly message: string } | null {
  for (const [index, { key, type }] of declared.entries()) {
    const before = released.find((one) => one.key === key && one.type !== type);
    const path = `settings[${index}].type`;
    if (before) {
      const message = `${path} was "${before.type}" in a released version. Use a new key for a setting of another type.`;
      return { path, message };
    }
  }
  return null;
}
