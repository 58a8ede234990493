import { UnstorableText, unstorableReason } from '#kit/entered-text.ts';

/** The fields of a form that a guest sent. */
export interface FormTexts {
  /** The text to use, or to show again next to its fault: trimmed, without U+0000, and empty for a field that was not sent. */
  readonly text: (name: string) => string;
  /** Names of shown fields with text that cannot be stored. */
  readonly unstorable: readonly string[];
}

/**
 * Reads the fields of a body that is a form; none of any other. `shown` are the fields with a fault of their own on the page; text
 * that cannot be stored throws `UnstorableText` in any other.
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

/** Route options of forms that show which fields have text that cannot be stored. */
export const SHOWS_FAULTS = { namesUnstorable: true } as const;
