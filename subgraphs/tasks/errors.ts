/** Codes of `userErrors` that task mutations answer with (docs/interface/tasks.md#states). */
export type RefusalCode =
  | 'NOT_FOUND'
  | 'INVALID_TRANSITION'
  | 'ALREADY_ASSIGNED'
  | 'NOT_ASSIGNER'
  | 'ROLE_REQUIRED'
  | 'NAMESPACE_NOT_OWNED'
  | 'INVALID'
  | 'CARD_DATA'
  | 'TOO_MANY'
  | 'TASK_TYPE_TAKEN'
  | 'TASK_TYPE_RETIRED'
  | 'TASK_TYPE_DISABLED'
  | 'NOT_YOURS'
  | 'FIELD_REQUIRED'
  | 'LIMIT';

/** Why a mutation was refused, in the shape of the SDL's `UserError`. */
export interface Refusal {
  /** Path of the argument it is about; null for the whole request. */
  readonly field: readonly string[] | null;
  /** A complete sentence for a person. */
  readonly message: string;
  readonly code: RefusalCode;
}
