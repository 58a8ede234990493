import { nearestText } from '#kit/language.ts';
import { plainBeginning, plainParagraphs } from '#kit/plain-text.ts';
import type { Visit } from './visit.ts';

/** The host's texts by language; `description` is the beginning of the main text, as plain text. */
interface Described {
  readonly description: string;
  readonly descriptions: readonly { readonly locale: string; readonly markdown: string }[];
}

/** Returns the host's description of a unit type as plain text, in the language that best matches the guest's. */
export function summaryOf({ language }: Visit, { description, descriptions }: Described): string {
  const nearest = nearestText(descriptions, language);
  return nearest === null || nearest === descriptions[0] ? description : plainBeginning(nearest.markdown);
}

/** Returns the full description, paragraph by paragraph. */
export function paragraphsOf(
  { language }: Visit,
  { description, descriptions }: Described,
): readonly string[] {
  const nearest = nearestText(descriptions, language);
  if (nearest === null) return description === '' ? [] : [description];
  return plainParagraphs(nearest.markdown);
}
