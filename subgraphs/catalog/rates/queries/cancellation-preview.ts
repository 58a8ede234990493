import { cancellationText } from '#kit/cancellation-text.ts';
import { userError } from '../../errors.ts';
import type { CancellationPreview, CancellationTermsInput } from '../../generated.ts';
import { readTerms } from '../domain/cancellation-input.ts';
import { knownCurrency } from './cancellation-policies.ts';

/** Cancellation terms as text, or the errors in them. */
export function previewTerms(given: CancellationTermsInput, currency: string): CancellationPreview {
  const { terms, mistakes } = readTerms(given);
  if (!terms) {
    const userErrors = mistakes.map(({ field, message }) => ({
      ...userError('INVALID', null, message),
      field: ['terms', ...field.split('.')],
    }));
    return { text: null, german: null, userErrors };
  }
  const known = knownCurrency(currency);
  return {
    text: cancellationText(terms, known, 'en'),
    german: cancellationText(terms, known, 'de'),
    userErrors: [],
  };
}
