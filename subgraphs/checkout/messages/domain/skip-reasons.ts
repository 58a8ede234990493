/** Reasons for which an automatic message is skipped. */
export const SKIP_REASONS = {
  cancelled: 'The stay was cancelled.',
  no_show: "The guest didn't arrive.",
  overdue: 'It was more than a day overdue.',
  empty: 'A variable had no value.',
  no_text: 'The template has no text.',
  no_address: 'The guest has no email address on file.',
  redacted: 'The guest was redacted.',
  refused: "The guest's conversation can't receive messages anymore.",
  failed: "It couldn't be sent.",
} as const;
export type SkipReason = keyof typeof SKIP_REASONS;

/** Returns the sentence for a reason; `empty` names its variables. */
export const skipText = (reason: SkipReason, variables: readonly string[] = []): string =>
  reason === 'empty' && variables.length > 0
    ? `No value for ${variables.map((name) => `{{${name}}}`).join(', ')}. Add a fallback to the template, or fill in the value.`
    : SKIP_REASONS[reason];
