import { MAX_IDEMPOTENCY_KEY, MAX_MESSAGE } from '#schema/limits.ts';
import type { ConversationError } from './conversation-refusal.ts';

/** Returns the errors in a message and its key; empty if valid. */
export function messageFaults(
  text: string,
  key: string | null,
  path: readonly string[],
): ConversationError[] {
  const fault = (field: string, message: string) => ({ field: [...path, field], message, code: 'INVALID' });
  return [
    ...(isWithin(text, MAX_MESSAGE)
      ? []
      : [fault('text', `A message must have 1 to ${MAX_MESSAGE.toLocaleString('en')} characters.`)]),
    ...(key === null || isWithin(key, MAX_IDEMPOTENCY_KEY)
      ? []
      : [fault('idempotencyKey', `An idempotency key must have 1 to ${MAX_IDEMPOTENCY_KEY} characters.`)]),
  ];
}

/** True if the text is visible and fits its column. */
const isWithin = (text: string, longest: number): boolean =>
  text.trim() !== '' && text.length <= longest && text.isWellFormed() && !text.includes('\0');
