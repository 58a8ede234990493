import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { type ListingContent, picturesOf } from '../domain/content.ts';
import type { KnownPictures } from '../domain/content-rules.ts';
import { PROBLEM_TEXTS } from '../domain/media.ts';
import { ListingMedia } from './entities.ts';

/** The pictures that a listing of an app names, locked and no longer idle: none of them is removed meanwhile. */
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

/** Pictures by their ids, as rules know them. */
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
