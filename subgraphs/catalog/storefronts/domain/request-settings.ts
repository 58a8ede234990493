import { readDuration, writeDuration } from '#kit/durations.ts';
import { isName } from '#kit/names.ts';
import { MAX_CHOICES, MAX_QUESTIONS, MAX_REQUEST_CHOICE, MAX_REQUEST_QUESTION } from '#schema/limits.ts';
import type { EditMistake } from '../../domain/content-change.ts';
import type { RequestQuestion } from '../../store/entities.ts';

/** A host's settings for booking requests; null and omitted fields stay unchanged. */
interface GivenSettings {
  readonly respondWithin?: string | null | undefined;
  readonly payWithin?: string | null | undefined;
  readonly minNotice?: string | null | undefined;
  readonly requestQuestions?: readonly GivenQuestion[] | null | undefined;
}

interface GivenQuestion {
  readonly text: string;
  readonly choices?: readonly string[] | null;
  readonly required?: boolean | null;
}

/** The same settings as stored. */
export interface RequestSettings {
  readonly respondWithinSeconds?: number;
  readonly payWithinSeconds?: number;
  readonly minNoticeSeconds?: number;
  readonly requestQuestions?: readonly RequestQuestion[];
}

const HOUR = 3_600;
/** The longest time for a host to respond, and for a guest to pay. */
const LONGEST_WINDOW = 72 * HOUR;
const LONGEST_NOTICE = 8_760 * HOUR;

/**
 * Normalizes settings for booking requests (docs/interface/requests.md#settings), and returns all validation
 * errors. `shortestMs` is the platform's shortest window.
 */
export function readRequestSettings(
  { respondWithin, payWithin, minNotice, requestQuestions }: GivenSettings,
  shortestMs: number,
): { readonly settings: RequestSettings; readonly mistakes: readonly EditMistake[] } {
  const shortest = Math.ceil(shortestMs / 1_000);
  const mistakes: EditMistake[] = [];
  const seconds = (field: string, text: string | null | undefined, least: number, most: number) => {
    if (text == null) return null;
    const ms = readDuration(text);
    if (ms !== null && ms >= least * 1_000 && ms <= most * 1_000) return ms / 1_000;
    const bounds = `${writeDuration(least)} to ${writeDuration(most)}`;
    mistakes.push({ field, message: `\`${field}\` must be an ISO 8601 duration, ${bounds}.` });
    return null;
  };
  const respond = seconds('respondWithin', respondWithin, shortest, LONGEST_WINDOW);
  const pay = seconds('payWithin', payWithin, shortest, LONGEST_WINDOW);
  const notice = seconds('minNotice', minNotice, 0, LONGEST_NOTICE);
  const questions = requestQuestions?.map(readQuestion) ?? null;
  if (questions && !(questions.length <= MAX_QUESTIONS && questions.every(isQuestion))) {
    mistakes.push({ field: 'requestQuestions', message: QUESTIONS });
  }
  return {
    settings: {
      ...(respond === null ? {} : { respondWithinSeconds: respond }),
      ...(pay === null ? {} : { payWithinSeconds: pay }),
      ...(notice === null ? {} : { minNoticeSeconds: notice }),
      ...(questions === null ? {} : { requestQuestions: questions }),
    },
    mistakes,
  };
}

const readQuestion = ({ text, choices, required }: GivenQuestion): RequestQuestion => ({
  text: text.trim(),
  choices: (choices ?? []).map((choice) => choice.trim()),
  required: required ?? false,
});

const isQuestion = ({ text, choices }: RequestQuestion): boolean =>
  isName(text, MAX_REQUEST_QUESTION) &&
  choices.length <= MAX_CHOICES &&
  choices.length !== 1 &&
  new Set(choices).size === choices.length &&
  choices.every((choice) => isName(choice, MAX_REQUEST_CHOICE));

const QUESTIONS = `A request can have at most ${MAX_QUESTIONS} questions of 1 to ${MAX_REQUEST_QUESTION} visible characters, each with either no choices or 2 to ${MAX_CHOICES} different ones of 1 to ${MAX_REQUEST_CHOICE} characters.`;
