import { nearestText } from '#kit/language.ts';
import { plainBeginning, plainParagraphs } from '#kit/plain-text.ts';
import type { Visit } from './visit.ts';

/** What a host wrote, by language; `description` is the beginning of the main text, as plain text. */
interface Described {
  readonly description: string;
  readonly descriptions: readonly { readonly locale: string; readonly markdown: string }[];
}

/** What a host wrote about a unit type, in the language nearest to the guest's, as plain text. */
export function summaryOf({ language }: Visit, { description, descriptions }: Described): string {
  const nearest = nearestText(descriptions, language);
  return nearest === null || nearest === descriptions[0] ? description : plainBeginning(nearest.markdown);
}

/** The same in full, paragraph by paragraph. */
export function paragraphsOf(
  { language }: Visit,
  { description, descriptions }: Described,
): readonly string[] {
  const nearest = nearestText(descriptions, language);
  if (nearest === null) return description === '' ? [] : [description];
  return plainParagraphs(nearest.markdown);
}
