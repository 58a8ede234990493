import { isStorable } from '#kit/text.ts';

/** A `userErrors` entry. */
export interface Refusal {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code:
    | 'NOT_FOUND'
    | 'INVALID'
    | 'INVALID_TRANSITION'
    | 'BOOKING_RELEASED'
    | 'AMOUNT_TOO_LOW'
    | 'STATEMENT_SETTLED'
    | 'PAYMENT_DISPUTED'
    | 'REFUND_TOO_LARGE';
}

/** Checks an app's text for its length and for U+0000, which can't be stored. */
export function checkText(text: string, field: readonly string[], max: number): readonly Refusal[] {
  if (text.trim().length > 0 && [...text].length <= max && isStorable(text)) return [];
  const name = field.at(-1);
  return [{ field, code: 'INVALID', message: `${name} must have 1 to ${max} characters without U+0000.` }];
}

/** An app's reason for a failure. */
export interface RejectReason {
  readonly code: string;
  readonly message: string;
}

/** Returns the errors in an app's reason. */
export const checkReason = ({ code, message }: RejectReason): readonly Refusal[] => [
  ...checkText(code, ['reason', 'code'], 64),
  ...checkText(message, ['reason', 'message'], 500),
];
