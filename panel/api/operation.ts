/** An operation as codegen writes it: its text, and the types of its variables and result. */
export interface Operation<TResult, TVariables> {
  readonly text: string;
  /** Never set: carries the types. */
  readonly types?: (variables: TVariables) => TResult;
}

/** Refusals in every mutation's payload. */
export interface UserError {
  readonly message: string;
  readonly code?: string;
  readonly field?: readonly string[] | null;
}
