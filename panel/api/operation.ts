/** An operation as codegen writes it: its text, and types that say what it takes and returns. */
export interface Operation<TResult, TVariables> {
  readonly text: string;
  /** Never set: carries the types. */
  readonly types?: (variables: TVariables) => TResult;
}

/** What every mutation's payload says when it did nothing. */
export interface UserError {
  readonly message: string;
  readonly code?: string;
  readonly field?: readonly string[] | null;
}
