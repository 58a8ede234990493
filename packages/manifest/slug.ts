/** A slug: 3 to 50 lower-case letters, digits and hyphens, without a hyphen at either end. */
export const SLUG = /^[a-z0-9][a-z0-9-]{1,48}[a-z0-9]$/;

/** True if the text is a slug (docs/interface/apps.md#manifest). */
export const isSlug = (text: string): boolean => SLUG.test(text);

/**
 * Makes a slug from an app's name, for private apps without one (docs/interface/apps.md#manifest). Appends
 * `suffix` if given, to make an alternative to a slug that is already taken; it must consist of lower-case
 * letters and digits.
 */
export function slugFrom(name: string, suffix = ''): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '');
  const base = words.length >= 3 ? words : ['app', words].filter(Boolean).join('-');
  return [base, suffix].filter(Boolean).join('-');
}
