import { GraphQLError } from 'graphql';
import type { GraphqlErrorCode } from '#kit/errors.ts';

/** Returns the only currency; null without any. Throws `MIXED_CURRENCIES` if `what` has several, which can't be added up. */
export function oneCurrency(currencies: Iterable<string>, what: 'Amounts' | 'Taxes'): string | null {
  const found = [...new Set(currencies)].sort();
  if (found.length > 1) {
    throw new GraphQLError(
      `${what} in ${found.join(' and ')} can't be added up. Choose properties with one currency in \`propertyIds\`.`,
      { extensions: { code: 'MIXED_CURRENCIES' satisfies GraphqlErrorCode } },
    );
  }
  return found[0] ?? null;
}
