import type { LockMode } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { isSlug } from '#manifest/slug.ts';
import { App } from './entities.ts';

/** The app of a slug, if it is of that account where one is given; null otherwise, and for a text that is no slug. */
export async function appBySlug(
  em: Transaction,
  app: { readonly slug: string; readonly accountId?: number },
  { lockMode }: { readonly lockMode?: LockMode } = {},
): Promise<App | null> {
  if (!isSlug(app.slug)) return null;
  return em.findOne(App, app, lockMode === undefined ? {} : { lockMode });
}
