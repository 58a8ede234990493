/** Text that's missing from a dictionary. */
export interface Problem {
  /** Path in the dictionary, such as `booking.state.paid`. */
  readonly at: string;
  readonly problem: string;
  /** The untranslated text; null for a missing plural form. */
  readonly text: string | null;
}

type Tree = Readonly<Record<string, unknown>>;

/**
 * Lists nouns that lack one of the language's plural forms, and text that's the same as in English. Text
 * produced by a function is compared by the function's source.
 */
export function problemsOf(
  words: Tree,
  english: Tree,
  forms: readonly string[],
  path: readonly string[] = [],
): readonly Problem[] {
  return Object.entries(english).flatMap(([key, original]) => {
    const at = [...path, key].join('.');
    const text = words[key];
    if (isForms(original)) {
      const lacking = forms.filter((form) => !Object.hasOwn(Object(text), form));
      return lacking.map((form) => ({ at, problem: `lacks ${form}`, text: null }));
    }
    if (isTree(original) && isTree(text)) return problemsOf(text, original, forms, [...path, key]);
    const [shown, before] = [sourceOf(text), sourceOf(original)];
    return shown === before && /\p{L}{2}/u.test(literalsOf(shown))
      ? [{ at, problem: 'untranslated', text: shown }]
      : [];
  });
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

const isForms = (value: unknown): boolean =>
  isTree(value) && typeof value.other === 'string' && 'one' in value;

const sourceOf = (text: unknown): string => String(text);

/** Removes the values inserted into text, and a function's parameters. */
const literalsOf = (source: string): string => source.replace(/^.*?=>/s, '').replaceAll(/\$\{[^}]*\}/g, '');
