/** Exit statuses. Scripts rely on these numbers. */
export const EXIT = { ok: 0, failed: 1, usage: 2, signedOut: 3, invalid: 4 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure with a sentence for the person at the terminal and an exit status for the calling script. */
export class Failure extends Error {
  readonly exitCode: ExitCode;
  /** A suggested fix, printed on its own line. */
  readonly hint: string | undefined;

  constructor(exitCode: ExitCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = exitCode;
    this.hint = options.hint;
  }
}

/** Reports a missing value that we don't want to guess; `flag` is the flag that sets it. */
export function missing(flag: string, what: string): Failure {
  return new Failure(EXIT.usage, `${what} is missing. Give ${flag}.`);
}

/** Returns any thrown value's message, followed by its causes. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : reason(error.cause);
  if (cause === '' || error.message.includes(cause)) return error.message || error.name;
  return `${error.message}: ${cause}`;
}
