import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { propertyLimits } from '#kit/reach.ts';
import type { Viewer } from '#kit/viewer.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { IN_ORDER } from '../../stays/read-model/placements.ts';
import {
  InjectionCheckEntity,
  InjectionPlacementEntity,
  type InjectionPlacementRow,
  InjectionSuspensionEntity,
  type PlacementRecord,
  StorefrontEntity,
} from '../../store/entities.ts';
import { NOT_LOADING } from '../domain/injections.ts';
import type { PlacedEntryFragment } from '../operations/generated.ts';

/** A change's result: the current placement, or the errors. */
export interface PlacementPayload {
  readonly placement: PlacementRecord | null;
  readonly userErrors: readonly UserError[];
}

export const refuse = (...userErrors: readonly UserError[]): PlacementPayload => ({
  placement: null,
  userErrors,
});

/**
 * A placement on a storefront of the host's team; null for any other placement, and for members limited to
 * some properties.
 */
export async function ownPlacement(em: Transaction, viewer: Viewer, id: string) {
  if (propertyLimits(viewer) !== null) return null;
  const where = { id: parseId(id) ?? 0, teamId: teamOf(viewer) };
  return em.findOne(InjectionPlacementEntity, where, { populate: ['storefront'] });
}

/** Locks a storefront and reads its placements: concurrent changes to a page wait for each other. */
export async function lockPlaced(em: Transaction, storefrontId: number): Promise<InjectionPlacementRow[]> {
  await em.findOneOrFail(StorefrontEntity, { id: storefrontId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  return em.find(
    InjectionPlacementEntity,
    { storefront: storefrontId },
    { orderBy: [...IN_ORDER], refresh: true },
  );
}

/**
 * The reason an app or one of its addresses is off the pages: operators suspended it, or it doesn't load;
 * null without such a reason.
 */
export async function suspensionReason(
  em: Transaction,
  { appSlug, url }: { readonly appSlug: string; readonly url?: string | null },
): Promise<string | null> {
  const suspended = await em.findOne(InjectionSuspensionEntity, { appSlug });
  if (suspended || !url) return suspended?.reason ?? null;
  const failing = await em.findOne(InjectionCheckEntity, { appSlug, url, status: 'failing' });
  return failing && NOT_LOADING;
}

/**
 * The reason an entry can't be shown on our pages, regardless of which validator read its manifest; null if
 * it can.
 */
export async function refuseEntry(
  ctx: SubgraphContext,
  { kind, reviewed, url }: PlacedEntryFragment,
): Promise<UserError | null> {
  if (kind === 'script' && !reviewed)
    return userError(
      'SCRIPT_NEEDS_REVIEW',
      'handle',
      'Only scripts from public apps, which are reviewed, can be on a page.',
    );
  const host = url == null ? null : new URL(url).hostname;
  if (host !== null && (await ctx.services.catalog.directory.byDomain(host)) !== null)
    return userError(
      'ORIGIN_IS_OURS',
      'handle',
      'The app’s address belongs to a storefront, so it can’t be on a page.',
    );
  return null;
}

/** An entry's declaration as stored with a placement. */
export const declared = (entry: PlacedEntryFragment) => ({
  installId: Number(entry.installId),
  appSlug: entry.appSlug,
  appName: entry.appName,
  handle: entry.handle,
  name: entry.name,
  url: entry.url ?? null,
  integrity: entry.integrity ?? null,
  // The manifest's validator allows only these kinds and consents.
  kind: entry.kind as InjectionPlacementRow['kind'],
  consent: entry.consent as InjectionPlacementRow['consent'],
  lazy: entry.lazy,
  minHeight: entry.minHeight,
  maxHeight: entry.maxHeight ?? 0,
  metaName: entry.metaName ?? null,
  metaContent: entry.metaContent ?? null,
});

/** A placement in its returned form, with its storefront. */
export const record = (
  row: InjectionPlacementRow,
  storefront: { readonly id: number; readonly domain: string },
): PlacementRecord => ({
  ...row,
  storefront: { id: storefront.id, domain: storefront.domain },
});
