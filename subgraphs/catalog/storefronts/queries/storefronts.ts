import { createPrivateKey, sign } from 'node:crypto';
import { wrap } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import { equalInConstantTime, hashToken } from '#kit/secrets.ts';
import { reachOf, requireStorefront, teamOf } from '../../access.ts';
import { StorefrontEntity, type StorefrontRecord } from '../../store/entities.ts';
import { signingKeyRow } from '../store/sealed-rows.ts';

/** The storefront for a Host header, with or without a port; null for an unknown host. */
export function storefrontByHost(ctx: SubgraphContext, host: string): Promise<StorefrontRecord | null> {
  return ctx.services.catalog.directory.byDomain(host.replace(/:\d+$/, ''));
}

/** A storefront by its id. */
export function storefrontById(ctx: SubgraphContext, id: number): Promise<StorefrontRecord | null> {
  return ctx.services.catalog.directory.byId(id);
}

/**
 * The id of a storefront within the viewer's reach: the agent's own storefront, or one in the host's team.
 * Throws `ACCESS_DENIED` for any other storefront.
 */
export async function ownStorefrontId(ctx: SubgraphContext, id: number | null): Promise<number> {
  const { viewer } = ctx;
  if (viewer.kind !== 'hostUser') return requireStorefront(viewer, id);
  const found = id === null ? null : await storefrontById(ctx, id);
  return requireStorefront(viewer, found?.teamId === teamOf(viewer) ? id : null);
}

/**
 * Resolves another subgraph's reference to a storefront: in the host's team, or any storefront for the
 * platform; otherwise null.
 */
export async function storefrontReference(
  ctx: SubgraphContext,
  id: number,
): Promise<StorefrontRecord | null> {
  const { teamId } = reachOf(ctx.viewer);
  const found = await storefrontById(ctx, id);
  return found && (teamId === null || found.teamId === teamId) ? { ...found } : null;
}

/** A team's storefronts; null unless it's the chosen team. */
export async function storefrontsOfTeam(
  ctx: SubgraphContext,
  id: number,
): Promise<StorefrontRecord[] | null> {
  return reachOf(ctx.viewer).teamId === id ? teamStorefronts(ctx) : null;
}

/** The chosen team's storefronts, in creation order; empty if no team is chosen. */
export async function teamStorefronts(ctx: SubgraphContext): Promise<StorefrontRecord[]> {
  const { teamId } = reachOf(ctx.viewer);
  const rows = await reader(ctx).find(StorefrontEntity, { teamId: teamId ?? 0 }, { orderBy: { id: 'asc' } });
  return rows.map((row) => wrap(row).toPOJO());
}

/** Start and reason of an operator's suspension; null if the storefront isn't suspended. */
export const suspensionOf = ({
  suspendedAt: at,
  suspensionReason: reason,
}: Pick<StorefrontRecord, 'suspendedAt' | 'suspensionReason'>) =>
  at != null && reason != null ? { at, reason } : null;

/**
 * True if an ACP API key belongs to the storefront, compared in constant time; false if the storefront has no
 * key.
 */
export function acpApiKeyMatches({ acpApiKeyHash }: StorefrontRecord, apiKey: string): boolean {
  return acpApiKeyHash != null && equalInConstantTime(acpApiKeyHash, hashToken(apiKey));
}

/** Signs an RFC 9421 signature base with the storefront's key: base64 of ES256 as raw r||s. */
export function signatureOf(
  ctx: Pick<SubgraphContext, 'vault' | 'services'>,
  storefront: StorefrontRecord,
  base: string,
): string {
  const { signingKeys } = ctx.services.catalog;
  let key = signingKeys.get(storefront);
  if (!key) {
    key = createPrivateKey(ctx.vault.open(storefront.signingKey, signingKeyRow(storefront.signingKid)));
    signingKeys.set(storefront, key);
  }
  return sign('sha256', Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }).toString('base64');
}

/** Returns the domains of some storefronts; unknown ids are left out. */
export async function storefrontDomains(ctx: SubgraphContext, ids: readonly string[]) {
  const found = await Promise.all(ids.map((id) => storefrontById(ctx, parseId(id) ?? 0)));
  return found.filter((one) => one !== null).map(({ id, domain }) => ({ id: String(id), domain }));
}
