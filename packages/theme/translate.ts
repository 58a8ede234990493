import { type Language, pluralFormIn } from '../../kit/language.ts';
import type { Texts } from './texts.ts';

/** Returns the text for `home.title`, or the texts under it; null if there are none. */
function textAt(texts: Texts, key: string): string | Texts | null {
  let found: string | Texts = texts;
  for (const name of key.split('.')) {
    if (typeof found === 'string' || !Object.hasOwn(found, name)) return null;
    found = found[name] ?? '';
  }
  return found;
}

/**
 * Returns a text in the first language that has it, with `{name}` replaced by the values; the key if no
 * language has it. With a count, chooses its plural form; a missing form falls back to `other`.
 */
export function translate(
  languages: readonly { readonly language: Language; readonly texts: Texts }[],
  key: string,
  values: Readonly<Record<string, unknown>>,
): string {
  for (const { language, texts } of languages) {
    const found = textAt(texts, key);
    const text =
      found !== null && typeof found === 'object' ? formOf(found, language, values['count']) : found;
    if (text === null) continue;
    return text.replaceAll(/\{([a-z_]+)\}/g, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    );
  }
  return key;
}

function formOf(forms: Texts, language: Language, count: unknown): string | null {
  const form = forms[pluralFormIn(language, Number(count))] ?? forms['other'];
  return typeof form === 'string' ? form : null;
}
