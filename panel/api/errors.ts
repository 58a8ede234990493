import type { UserError } from './operation.ts';

/** The platform gave no answer to work with: an outage, a refusal before the operation ran, or a bug. */
export class RequestFailed extends Error {
  /** HTTP status; 0 where there was no answer. */
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RequestFailed';
    this.status = status;
  }
}

/** The session must show its password or second factor first; the operation did not run. */
export class StepUpRequired extends RequestFailed {
  constructor(status: number, message: string) {
    super(status, message);
    this.name = 'StepUpRequired';
  }
}

/** A mutation was refused, with reasons in sentences for a person. */
export class Refused extends Error {
  readonly errors: readonly UserError[];

  constructor(errors: readonly UserError[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.name = 'Refused';
    this.errors = errors;
  }
}

/** The message to show for any error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof RequestFailed || error instanceof Refused
    ? error.message
    : 'Something went wrong in the panel. Reload the page to try again.';

/** The fields of the input that a mutation refused, each `true`: `checkIn`, `guest.email`. Its sentences explain why. */
export const refusedFields = (error: unknown): Readonly<Record<string, true>> =>
  Object.fromEntries(Object.keys(refusalsOf(error)).map((field) => [field, true]));

/** Why fields of the input were refused, by their names below it: `name`, `address`. */
export const refusalsOf = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof Refused
    ? Object.fromEntries(error.errors.map(({ field, message }) => [field?.slice(1).join('.') ?? '', message]))
    : {};
