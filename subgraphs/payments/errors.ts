import { isStorable } from '#kit/text.ts';

/** An entry of `userErrors`. */
export interface Refusal {
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly code:
    | 'NOT_FOUND'
    | 'INVALID'
    | 'INVALID_TRANSITION'
    | 'BOOKING_RELEASED'
    | 'AMOUNT_TOO_LOW'
    | 'REFUND_TOO_LARGE';
}

/** A text of an app within its bounds, or what is wrong with it. U+0000 is none that can be kept. */
export function checkText(text: string, field: readonly string[], max: number): readonly Refusal[] {
  if (text.trim().length > 0 && [...text].length <= max && isStorable(text)) return [];
  const name = field.at(-1);
  return [
    { field, code: 'INVALID', message: `${name} must have 1 to ${max} characters, none of them U+0000.` },
  ];
}

/** Why an app could not do what it was asked. */
export interface RejectReason {
  readonly code: string;
  readonly message: string;
}

/** What is wrong with a reason of an app. */
export const checkReason = ({ code, message }: RejectReason): readonly Refusal[] => [
  ...checkText(code, ['reason', 'code'], 64),
  ...checkText(message, ['reason', 'message'], 500),
];
