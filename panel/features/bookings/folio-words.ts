const METHODS: Readonly<Record<string, string>> = {
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  card_terminal: 'Card terminal',
  other: 'Other',
};

/** Choices for a payment that was made outside the platform. */
export const METHOD_CHOICES = Object.entries(METHODS).map(([value, label]) => ({ value, label }));

/** Returns a label for a method: an app's slug, or a manual method. */
export const methodWords = (method: string): string =>
  METHODS[method] ?? `App ${method.replace(/^app:/, '')}`;
