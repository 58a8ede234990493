/** Stored part of a guest's locale: language and region. */
const LOCALE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/;

/**
 * Returns a guest's language for storage with the booking; null if it isn't a locale
 * (docs/interface/mails.md#contents).
 */
export const keptLocale = (locale: string | null | undefined): string | null =>
  locale != null && LOCALE.test(locale) ? locale : null;
