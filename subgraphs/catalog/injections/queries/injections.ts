import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { propertyLimits } from '#kit/reach.ts';
import { holdsRole } from '#kit/roles.ts';
import { storefrontOrigin } from '#kit/storefront-origin.ts';
import { teamOf } from '../../access.ts';
import { IN_ORDER } from '../../stays/read-model/placements.ts';
import {
  type AvailablePlacement,
  InjectionPlacementEntity,
  type InjectionPlacementRow,
  type PlacementRecord,
  StorefrontEntity,
} from '../../store/entities.ts';
import { tables } from '../../store/tables.ts';
import { isPreviewOf, previewToken } from '../../storefronts/store/preview-token.ts';
import { NOT_LOADING } from '../domain/injections.ts';
import { hostEntriesDocument } from '../operations/generated.ts';
import { declared, record, refuseEntry } from '../store/injections.ts';

const MOST_LISTED = 500;

/**
 * Placements on one or all of the host's storefronts, including drafts, by target and order. For one
 * storefront, also lists the entries that its host could add.
 */
export async function listPlacements(
  ctx: SubgraphContext,
  storefrontId: string | null,
): Promise<(PlacementRecord | AvailablePlacement)[]> {
  if (propertyLimits(ctx.viewer) !== null) return [];
  const rows = await reader(ctx).find(
    InjectionPlacementEntity,
    {
      teamId: teamOf(ctx.viewer),
      ...(storefrontId !== null && { storefront: parseId(storefrontId) ?? 0 }),
    },
    { orderBy: [...IN_ORDER], populate: ['storefront'], limit: MOST_LISTED },
  );
  const placed = rows.map((row) => record(row, row.storefront));
  return storefrontId === null ? placed : [...placed, ...(await availableOn(ctx, storefrontId, placed))];
}

/** Installed apps' entries that aren't on an open storefront yet; empty for roles that can't place any. */
async function availableOn(
  ctx: SubgraphContext,
  storefrontId: string,
  placed: readonly PlacementRecord[],
): Promise<AvailablePlacement[]> {
  const { viewer } = ctx;
  if (viewer.kind !== 'hostUser' || !holdsRole(viewer.role, ['manager'])) return [];
  const storefront = await reader(ctx).findOne(StorefrontEntity, {
    id: parseId(storefrontId) ?? 0,
    teamId: teamOf(viewer),
  });
  if (!storefront || storefront.closedAt) return [];
  const { injectionEntries } = await ctx.execute(hostEntriesDocument, { appSlug: null }, ctx);
  const known = new Set(placed.map(({ appSlug, handle }) => idOfAvailable(appSlug, handle)));
  const free = injectionEntries.filter(({ appSlug, handle }) => !known.has(idOfAvailable(appSlug, handle)));
  const refusals = await Promise.all(free.map((entry) => refuseEntry(ctx, entry)));
  const now = ctx.clock.now();
  return free
    .filter((_entry, at) => refusals[at] === null)
    .map((entry) => ({
      ...declared(entry),
      id: idOfAvailable(entry.appSlug, entry.handle),
      status: 'available' as const,
      version: 0,
      teamId: storefront.teamId,
      storefront: { id: storefront.id, domain: storefront.domain },
      target: entry.target,
      position: 0,
      offPropertyIds: [],
      createdAt: now,
      updatedAt: now,
    }));
}

const idOfAvailable = (appSlug: string, handle: string): string => `available:${appSlug}:${handle}`;

/** A storefront's published placements, from memory; read again with drafts if the viewer has a preview token. */
export async function pagePlacements(
  ctx: SubgraphContext,
  { storefrontId, preview }: { readonly storefrontId: string; readonly preview?: string | null },
): Promise<readonly InjectionPlacementRow[]> {
  const id = parseId(storefrontId) ?? 0;
  if (preview == null || !isPreviewOf(ctx, id, preview)) return ctx.services.catalog.placements.published(id);
  return reader(ctx).find(
    InjectionPlacementEntity,
    { storefront: id, status: { $ne: 'suspended' } },
    { orderBy: [...IN_ORDER] },
  );
}

/** The address of a page that previews a draft placement; null if only a page with a guest would show it. */
export async function previewUrl(
  ctx: SubgraphContext,
  {
    target,
    storefront,
    status,
  }: Pick<PlacementRecord | AvailablePlacement, 'target' | 'storefront' | 'status'>,
): Promise<string | null> {
  if (status === 'available') return null;
  const path = target.startsWith('stay.')
    ? await stayPath(ctx, storefront.id)
    : /^(home\.|body|head)/.test(target)
      ? '/'
      : null;
  if (path == null) return null;
  return `${storefrontOrigin(ctx, storefront.domain)}${path}?preview=${previewToken(ctx, storefront.id)}`;
}

/** The page for the first unit type on sale. */
const stayPath = batch<number, string>(async (ctx, storefrontIds) => {
  const rows = await tables(reader(ctx))
    .selectFrom('unit_type as u')
    .innerJoin('property as p', 'p.id', 'u.property')
    .select(['p.storefront', ({ fn }) => fn.min('u.id').as('first')])
    .where('p.storefront', 'in', storefrontIds)
    .where('u.active', '=', true)
    .groupBy('p.storefront')
    .execute();
  return new Map(rows.map(({ storefront, first }) => [storefront, `/stays/${first}`]));
});

/** The reason for a placement's suspension, shown to its host; null if the placement isn't suspended. */
export async function placementSuspension(
  ctx: SubgraphContext,
  { appSlug, status }: Pick<PlacementRecord | AvailablePlacement, 'appSlug' | 'status'>,
): Promise<string | null> {
  const reason = await suspensionOfApp(ctx, appSlug);
  return reason ?? (status === 'suspended' ? NOT_LOADING : null);
}

/** The operators' reason for suspending an app. */
const suspensionOfApp = batch<string, string>(async (ctx, slugs) => {
  const rows = await tables(reader(ctx))
    .selectFrom('injection_suspension')
    .select(['appSlug', 'reason'])
    .where('appSlug', 'in', slugs)
    .execute();
  return new Map(rows.map(({ appSlug, reason }) => [appSlug, reason]));
});
