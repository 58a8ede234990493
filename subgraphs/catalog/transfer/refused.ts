import type { UserError } from '../generated.ts';
import type { Place, RowKind } from './wanted.ts';

/** Something was refused: nothing of its property, or of the policies, is applied. */
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

/** Throws the first of the errors of a command as what is wrong with a row. */
export const expectNone = (at: Place, kind: RowKind, [error]: readonly UserError[]): void => {
  if (error) throw new Refused({ path: at.path, line: at.line, kind }, error);
};

/** A transfer has to wait: its team used up this hour's time for fetching files. */
export class Later extends Error {
  override readonly name = 'Later';
  readonly waitMs: number;

  constructor(waitMs: number) {
    super(`The transfer continues in ${waitMs} ms.`);
    this.waitMs = waitMs;
  }
}
