import type { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { isSlug } from '#manifest/slug.ts';
import { Theme } from './entities.ts';

/**
 * Returns the theme with this slug, limited to the account's themes if `accountId` is given; null otherwise,
 * including for invalid slugs.
 */
export async function themeBySlug(
  em: Transaction,
  theme: { readonly slug: string; readonly accountId?: number },
  { lockMode }: { readonly lockMode?: LockMode } = {},
): Promise<Theme | null> {
  if (!isSlug(theme.slug)) return null;
  return em.findOne(Theme, theme, lockMode === undefined ? {} : { lockMode });
}
