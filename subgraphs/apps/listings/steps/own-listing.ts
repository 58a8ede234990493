import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { developerId } from '../../access.ts';
import { appBySlug } from '../../authoring/store/app-by-slug.ts';
import type { App } from '../../authoring/store/entities.ts';
import { appNotFound, type Refused, refuse } from '../../errors.ts';
import { EMPTY_CONTENT } from '../domain/read-content.ts';
import { AppListing } from '../store/entities.ts';

/** A changed listing, or why it wasn't changed. */
export type ListingChanged = Refused & { readonly appId?: number; readonly slug?: string };

/**
 * Runs `work` on the account's own public app, in its own transaction and with the app locked. Refuses with `NOT_FOUND`, or
 * with `NOT_LISTABLE` unless `mayBePrivate`.
 */
export async function withOwnApp<T extends Refused>(
  ctx: SubgraphContext,
  slug: string,
  work: (em: Transaction, app: App) => Promise<T>,
  { mayBePrivate = false }: { readonly mayBePrivate?: boolean } = {},
): Promise<T | Refused> {
  const accountId = developerId(ctx);
  return inTransaction(ctx, async (em) => {
    const app = await appBySlug(em, { slug, accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!app) return appNotFound(slug);
    if (app.distribution !== 'public' && !mayBePrivate) {
      return refuse('NOT_LISTABLE', `"${slug}" is private. Only public apps are listed in the app store.`, [
        'slug',
      ]);
    }
    return work(em, app);
  });
}

/** Returns a locked app's listing; creates an empty one if it has none. */
export const listingOf = async (em: Transaction, { id: appId }: App): Promise<AppListing> =>
  (await em.findOne(AppListing, { appId })) ??
  em.create(AppListing, { appId, draft: EMPTY_CONTENT, draftStatus: 'draft', revision: 0 });
