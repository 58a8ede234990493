import { randomUUID } from 'node:crypto';
import { formTexts, readTime } from './form-texts.ts';
import type { RequestFormQuery } from './generated.ts';

/** Values that a guest typed into a request form, to show again. */
export interface RequestForm {
  /** UUID that becomes the request's id, so that a form submitted twice creates only one request. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly arrivalTime: string;
  readonly message: string;
  readonly answers: readonly string[];
  readonly terms: boolean;
  /** Names of fields with unstorable text. */
  readonly unstorable: readonly string[];
}

type Questions = NonNullable<RequestFormQuery['requestTerms']>['questions'];

/** Errors by the form's field names. */
export type Faults = ReadonlyMap<string, keyof FaultWords>;
interface FaultWords {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly arrivalTime: string;
  readonly message: string;
  readonly answer: string;
  readonly terms: string;
  readonly unstorable: string;
}

/** Reads a submitted form; returns an empty form if nothing was submitted. */
export function readForm(body: unknown, questions: Questions): RequestForm {
  const { text, unstorable } = formTexts(body, [
    ...Object.values(FIELDS).flatMap(([name]) => (name === 'terms' ? [] : [name])),
    ...questions.map((_, place) => `answer_${place}`),
  ]);
  return {
    key: text('key') || randomUUID(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    phone: text('phone'),
    arrivalTime: text('arrival_time'),
    message: text('message'),
    answers: questions.map((_, place) => text(`answer_${place}`)),
    terms: text('terms') !== '',
    unstorable,
  };
}

/** Finds empty fields and unstorable text; these errors don't count against the guest's address. */
export function lacksOf(form: RequestForm, questions: Questions): Faults {
  const lacks: [string, keyof FaultWords][] = [];
  if (form.firstName === '') lacks.push(['first_name', 'firstName']);
  if (form.lastName === '') lacks.push(['last_name', 'lastName']);
  if (form.email === '') lacks.push(['email', 'email']);
  if (readTime(form.arrivalTime) === undefined) lacks.push(['arrival_time', 'arrivalTime']);
  for (const [place, { required }] of questions.entries()) {
    if (required && form.answers[place] === '') lacks.push([`answer_${place}`, 'answer']);
  }
  if (!form.terms) lacks.push(['terms', 'terms']);
  for (const name of form.unstorable) lacks.push([name, 'unstorable']);
  return new Map(lacks);
}

const FIELDS: Readonly<Record<string, readonly [string, keyof FaultWords]>> = {
  'guest.firstName': ['first_name', 'firstName'],
  'guest.lastName': ['last_name', 'lastName'],
  'guest.email': ['email', 'email'],
  'guest.phone': ['phone', 'phone'],
  arrivalTime: ['arrival_time', 'arrivalTime'],
  message: ['message', 'message'],
  termsAccepted: ['terms', 'terms'],
};

interface UserError {
  readonly field: readonly string[] | null;
  readonly code: string;
}

/** Converts refusals to errors by form field; null stands for the whole request. */
export function refusedBy(errors: readonly UserError[]): {
  readonly faults: Faults;
  readonly refusal: string | null;
} {
  const faults = new Map<string, keyof FaultWords>();
  let refusal: string | null = null;
  for (const { field, code } of errors) {
    const path = field?.slice(1).join('.') ?? '';
    const known = path.startsWith('answers.')
      ? ([`answer_${path.slice('answers.'.length)}`, 'answer'] as const)
      : FIELDS[path];
    if (known) faults.set(...known);
    else refusal ??= code;
  }
  return { faults, refusal };
}
