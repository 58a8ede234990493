const METHODS: Readonly<Record<string, string>> = {
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  card_terminal: 'Card terminal',
  other: 'Other',
};

/** Choices for a payment that was made outside the platform. */
export const METHOD_CHOICES = Object.entries(METHODS).map(([value, label]) => ({ value, label }));

/** Returns a label for a method: a manual one, or an app's slug in words, so `app:city-payments` is `City payments`. */
export function methodWords(method: string): string {
  const words = method.replace(/^app:/, '').replaceAll('-', ' ');
  return METHODS[method] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
