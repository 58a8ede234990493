import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ListingContent, picturesOf } from '../domain/content.ts';
import type { KnownPictures } from '../domain/content-rules.ts';
import { PROBLEM_TEXTS } from '../domain/media.ts';
import { ListingMedia } from './entities.ts';

/** Locks pictures in an app's listing and marks them as used, so that they can't be removed concurrently. */
export async function heldPictures(
  ctx: SubgraphContext,
  em: Transaction,
  appId: number,
  content: ListingContent,
): Promise<KnownPictures> {
  const rows = await em.find(
    ListingMedia,
    { appId, id: { $in: [...picturesOf(content)] }, removedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  for (const row of rows) row.updatedAt = ctx.clock.now();
  return knownPictures(rows);
}

/** Returns pictures by id, in the form that rules use. */
export const knownPictures = (
  rows: readonly (Pick<ListingMedia, 'id' | 'kind' | 'status' | 'problem'> &
    Partial<Pick<ListingMedia, 'alt'>>)[],
): KnownPictures =>
  new Map(
    rows.map(({ id, kind, status, problem, alt }) => [
      id,
      {
        kind,
        status,
        alt: alt ?? null,
        problem: problem == null ? null : (PROBLEM_TEXTS[problem] ?? problem),
      },
    ]),
  );
