import type { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { isSlug } from '#manifest/slug.ts';
import { App } from './entities.ts';

/**
 * Returns the app with this slug, limited to the account's apps if `accountId` is given; null otherwise,
 * including for invalid slugs.
 */
export async function appBySlug(
  em: Transaction,
  app: { readonly slug: string; readonly accountId?: number },
  { lockMode }: { readonly lockMode?: LockMode } = {},
): Promise<App | null> {
  if (!isSlug(app.slug)) return null;
  return em.findOne(App, app, lockMode === undefined ? {} : { lockMode });
}
