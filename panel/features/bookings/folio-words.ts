import { msg } from '@lingui/core/macro';
import { translated } from '../../i18n/translated.ts';

const METHODS: Readonly<Record<string, string>> = translated({
  bank_transfer: msg`Bank transfer`,
  cash: msg`Cash`,
  card_terminal: msg`Card terminal`,
  other: msg`Other`,
});

/** Choices for a payment that was made outside the platform. */
export const METHOD_CHOICES = Object.entries(METHODS).map(([value, label]) => ({ value, label }));

/** Returns a label for a method: a manual one, or an app's slug in words, so `app:city-payments` is `City payments`. */
export function methodWords(method: string): string {
  const words = method.replace(/^app:/, '').replaceAll('-', ' ');
  return METHODS[method] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
