import type { UserError } from '../generated.ts';
import type { Place, RowKind } from './wanted.ts';

/** A refusal of a whole property, or of all policies: the import doesn't apply any part of it. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly at: Place & { readonly kind: RowKind };
  readonly error: Pick<UserError, 'code' | 'message' | 'field'>;

  constructor(at: Refused['at'], error: Refused['error']) {
    super(error.message);
    this.at = at;
    this.error = error;
  }
}

/** Throws a command's first error as a row's error. */
export const expectNone = (at: Place, kind: RowKind, [error]: readonly UserError[]): void => {
  if (error) throw new Refused({ path: at.path, line: at.line, kind }, error);
};

/** A transfer must wait: its team has used up this hour's fetching time. */
export class Later extends Error {
  override readonly name = 'Later';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`The transfer continues in ${waitMs} ms.`);
    this.waitMs = waitMs;
  }
}
