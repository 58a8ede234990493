import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { recordDraftChange } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { teamOf } from '../../access.ts';
import { mistaken, userError } from '../../errors.ts';
import type { StorefrontLookSetInput, UserError } from '../../generated.ts';
import { PROBLEM_TEXTS } from '../../media/domain/media.ts';
import { MediaEntity } from '../../store/entities.ts';
import { changeLook } from '../domain/look-input.ts';
import { describeLook, type LookPayload, refuseLook } from '../queries/looks.ts';
import { lockLook, refuseStale, writeLook } from '../store/own-look.ts';

/**
 * Changes the draft of a storefront's look, all or nothing; guests see no change. Repeated changes by the
 * same person are recorded once an hour, because the panel saves the draft during editing. See
 * docs/interface/storefronts.md#look.
 */
export function setStorefrontLook(
  ctx: SubgraphContext,
  { storefrontId, version, ...change }: StorefrontLookSetInput,
): Promise<LookPayload> {
  return inTransaction(ctx, async (em): Promise<LookPayload> => {
    // Photos are locked before the storefront, in the same order as when a photo's description changes.
    const unusable = await claimPhotos(ctx, em, change);
    const own = await lockLook(em, ctx.viewer, storefrontId);
    if ('refusal' in own) return refuseLook(own.refusal);
    const stale = refuseStale(own, version);
    if (stale) return refuseLook(stale);
    const { look, mistakes } = changeLook(own.stored.draft, change);
    if (mistakes.length + unusable.length > 0) return refuseLook(...mistakes.map(mistaken), ...unusable);
    const written = await writeLook(em, own, { draft: look });
    const { teamId, name } = own.storefront;
    await recordDraftChange(ctx, em, teamId, { kind: 'storefront_look.updated', subject: name });
    return { look: describeLook(ctx, written), userErrors: [] };
  });
}

const PHOTO_FIELDS = ['logoId', 'faviconId', 'heroId'] as const;

/**
 * Locks the given photos and updates them so that none is deleted as unused; returns errors for unusable
 * ones.
 */
async function claimPhotos(
  ctx: SubgraphContext,
  em: Transaction,
  change: Pick<StorefrontLookSetInput, (typeof PHOTO_FIELDS)[number]>,
): Promise<readonly UserError[]> {
  const given = PHOTO_FIELDS.flatMap((field) => {
    const id = parseId(change[field] ?? '');
    return id === null ? [] : [{ field, id }];
  });
  if (given.length === 0) return [];
  const photos = await em.find(
    MediaEntity,
    { id: given.map(({ id }) => id), teamId: teamOf(ctx.viewer), removedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
  );
  for (const photo of photos) photo.updatedAt = ctx.clock.now();
  await em.flush();
  return given.flatMap(({ field, id }) => {
    const photo = photos.find((one) => one.id === id);
    if (!photo) return [userError('NOT_FOUND', field, 'There is no such photo.')];
    return photo.status === 'rejected'
      ? [userError('INVALID', field, PROBLEM_TEXTS[photo.problem ?? ''] ?? 'This photo can’t be used.')]
      : [];
  });
}
