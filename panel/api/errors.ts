import { t } from '@lingui/core/macro';
import type { UserError } from './operation.ts';

/** The platform returned no usable response: an outage, a refusal before the operation ran, or a bug. */
export class RequestFailed extends Error {
  /** HTTP status; 0 if there was no response. */
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RequestFailed';
    this.status = status;
  }
}

/** The session needs the password or second factor first; the operation didn't run. */
export class StepUpRequired extends RequestFailed {
  constructor(status: number, message: string) {
    super(status, message);
    this.name = 'StepUpRequired';
  }
}

/** A refused mutation, with reasons in sentences for a person. */
export class Refused extends Error {
  readonly errors: readonly UserError[];

  constructor(errors: readonly UserError[]) {
    super(errors.map(({ message }) => message).join(' '));
    this.name = 'Refused';
    this.errors = errors;
  }
}

/** Returns the message to show for an error. */
export const sentenceOf = (error: unknown): string =>
  error instanceof RequestFailed || error instanceof Refused
    ? error.message
    : t`Something went wrong in the panel. Reload the page to try again.`;

/**
 * Returns the reasons why input fields were refused, by their names within the input, e.g. `name` or
 * `guest.email`, or by the argument's name, e.g. `reason`. The reasons without a field are under ''.
 */
export function refusalsOf(error: unknown): Readonly<Record<string, string>> {
  const reasons: Record<string, string> = {};
  if (!(error instanceof Refused)) return reasons;
  for (const { field, message } of error.errors) {
    const path = (field?.[0] === 'input' ? field.slice(1) : (field ?? [])).join('.');
    reasons[path] = reasons[path] ? `${reasons[path]} ${message}` : message;
  }
  return reasons;
}
