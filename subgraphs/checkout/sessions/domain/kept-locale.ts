/** As much of a guest's language as is kept: a language, and where it is spoken. */
const LOCALE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?$/;

/** The language a guest reads, as it is kept with what they book; null where it is none (docs/interface/mails.md#contents). */
export const keptLocale = (locale: string | null | undefined): string | null =>
  locale != null && LOCALE.test(locale) ? locale : null;
