/** `userErrors` codes for task mutations (docs/interface/tasks.md#states). */
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
  | 'LIMIT'
  | 'LIMIT_REACHED'
  | 'ATTACHMENT_REFUSED';

/** Reason for a refusal, in the shape of the SDL's `UserError`. */
export interface Refusal {
  /** Path to the argument; null for the whole request. */
  readonly field: readonly string[] | null;
  /** A complete, human-readable sentence. */
  readonly message: string;
  readonly code: RefusalCode;
}
