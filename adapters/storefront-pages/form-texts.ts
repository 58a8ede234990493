import { isTimeOfDay } from '#kit/dates.ts';
import { UnstorableText, unstorableReason } from '#kit/entered-text.ts';

/** Fields from a guest's form. */
export interface FormTexts {
  /**
   * Returns the text to use, or to show again next to its error: trimmed, without U+0000, and empty for an
   * omitted field.
   */
  readonly text: (name: string) => string;
  /** Names of shown fields with unstorable text. */
  readonly unstorable: readonly string[];
}

/**
 * Reads fields from a form body; any other body has no fields. `shown` are the fields whose errors the page
 * shows; unstorable text in any other field throws `UnstorableText`.
 */
export function formTexts(body: unknown, shown: readonly string[]): FormTexts {
  const form = body instanceof URLSearchParams ? body : new URLSearchParams();
  const unstorable: string[] = [];
  for (const [name, text] of form) {
    const reason = unstorableReason(text);
    if (reason === null) continue;
    if (!shown.includes(name)) throw new UnstorableText(name, reason);
    unstorable.push(name);
  }
  return { text: (name) => (form.get(name) ?? '').replaceAll('\0', '').trim(), unstorable };
}

/** Route options for forms that show errors for fields with unstorable text. */
export const SHOWS_FAULTS = { namesUnstorable: true } as const;

/**
 * Reads a field of type `time` as `HH:MM`, without the seconds that some browsers send; null if it's empty,
 * undefined if it isn't a time.
 */
export function readTime(text: string): string | null | undefined {
  if (text === '') return null;
  const time = /^(\d\d:\d\d)(?::\d\d(?:\.\d{1,3})?)?$/.exec(text)?.[1];
  return time !== undefined && isTimeOfDay(time) ? time : undefined;
}
