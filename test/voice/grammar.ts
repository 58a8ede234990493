import type { Kind, Prose } from './prose.ts';

/** A habit that gives translated prose away (docs/contributing/voice.md#grammar). */
export interface Habit {
  readonly name: string;
  readonly kinds: readonly Kind[];
  readonly pattern: RegExp;
  /** Largest rate in the whole repository: a share of all texts, or places per 1,000 words. */
  readonly most: number;
  readonly per: 'text' | '1,000 words';
}

/** The rates leave room for people who ask, and for sentences that are right. Goals: kysely, pg-boss and fastify stay below them. */
export const HABITS: readonly Habit[] = [
  {
    name: 'begins with a clause that has no head',
    kinds: ['docstring', 'description'],
    pattern: /^(?:What|Where|Who|Whose|Whether|How|When|Why|Which|Of|Those|That)\b(?! (?:to|the)\b.*\?)/,
    most: 0.03,
    per: 'text',
  },
  {
    name: 'begins in the middle of a sentence',
    kinds: ['title'],
    pattern:
      /^(?:of|by|to|with|without|that|from|in|at|for|about|which|where|while|once|whose|whatever|as|on|between|over|under|after|before|who|what)\b/,
    most: 0.015,
    per: 'text',
  },
  {
    name: 'lets a program speak',
    kinds: ['docstring', 'comment', 'description', 'page', 'log'],
    pattern: /\b(?:told|tells?|telling|heard?|hears|says?|said|asks?|asked|answers?|answered)\b/g,
    most: 2,
    per: '1,000 words',
  },
];

/** Places of a habit, and its rate over all texts of its kinds. */
export function measure(
  habit: Habit,
  prose: readonly Prose[],
): { readonly rate: number; readonly found: readonly Prose[] } {
  const texts = prose.filter(({ kind }) => habit.kinds.includes(kind));
  const found = texts.filter(({ text }) => text.search(habit.pattern) >= 0);
  if (habit.per === 'text') return { rate: found.length / Math.max(1, texts.length), found };
  const places = texts.reduce((sum, { text }) => sum + (text.match(habit.pattern)?.length ?? 0), 0);
  const words = texts.reduce((sum, { text }) => sum + (text.match(/[A-Za-z']+/g)?.length ?? 0), 0);
  return { rate: (places * 1_000) / Math.max(1, words), found };
}
