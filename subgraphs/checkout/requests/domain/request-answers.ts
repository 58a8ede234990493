import { isTextWithin } from '#kit/text.ts';
import { MAX_REQUEST_ANSWER } from '#schema/limits.ts';
import { type EntryError, entryError } from '../../bookings/domain/entry-faults.ts';
import { masked } from '../../domain/masking.ts';
import type { RequestAnswer } from '../../store/entities.ts';

interface Question {
  readonly text: string;
  readonly choices: readonly string[];
  readonly required: boolean;
}

/**
 * Parses a guest's answers to a storefront's questions, without empty answers and card numbers, and returns
 * all errors.
 */
export function readAnswers(
  questions: readonly Question[],
  given: readonly string[],
): { readonly answers: readonly RequestAnswer[]; readonly faults: readonly EntryError[] } {
  const answers = questions.map(({ text }, place) => ({
    question: text,
    answer: masked(given[place]?.trim() ?? ''),
  }));
  const faults = answers.flatMap(({ answer }, place) => {
    const problem = problemOf(questions[place], answer);
    return problem === null ? [] : [entryError('INVALID', `answers.${place}`, problem)];
  });
  return { answers: answers.filter(({ answer }) => answer !== ''), faults };
}

function problemOf(question: Question | undefined, answer: string): string | null {
  if (!question) return null;
  if (answer === '') return question.required ? 'Answer this question.' : null;
  if (question.choices.length > 0) {
    return question.choices.includes(answer) ? null : 'Choose one of the answers.';
  }
  return isTextWithin(answer, MAX_REQUEST_ANSWER)
    ? null
    : `An answer can have at most ${MAX_REQUEST_ANSWER} characters.`;
}
