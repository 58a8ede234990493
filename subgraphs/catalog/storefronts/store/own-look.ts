import { wrap } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import type { Viewer } from '#kit/viewer.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import { StorefrontLookEntity, type StorefrontLookRow, type StorefrontRecord } from '../../store/entities.ts';
import { ownStorefront } from '../../store/own-rows.ts';
import { PLAIN_LOOK, photosIn } from '../domain/look.ts';

/** A storefront's look with its storefront; version 0 if the look has never changed. */
export interface OwnLook {
  readonly storefront: Pick<StorefrontRecord, 'id' | 'teamId' | 'domain' | 'name'>;
  readonly stored: Pick<StorefrontLookRow, 'version' | 'draft' | 'live' | 'history'>;
}

/** A look before its first change. */
export const UNTOUCHED: OwnLook['stored'] = { version: 0, draft: PLAIN_LOOK, live: null, history: [] };

/**
 * Returns the look of the host's storefront, or the reason it can't be changed. Locks the storefront, so that
 * changes to a look wait for each other.
 */
export async function lockLook(
  em: Transaction,
  viewer: Viewer,
  storefrontId: string,
): Promise<OwnLook | { readonly refusal: UserError }> {
  const row = await ownStorefront(em, viewer, storefrontId);
  if (!row) return { refusal: userError('NOT_FOUND', 'storefrontId', 'There is no such storefront.') };
  if (row.closedAt)
    return { refusal: userError('CLOSED', 'storefrontId', 'This storefront is permanently closed.') };
  const { id, teamId, domain, name } = wrap(row).toPOJO();
  const found = await em.findOne(StorefrontLookEntity, { storefrontId: id }, { refresh: true });
  return { storefront: { id, teamId, domain, name }, stored: found ?? UNTOUCHED };
}

/** Writes a locked look and increments its version. */
export async function writeLook(
  em: Transaction,
  { storefront, stored }: OwnLook,
  change: Partial<Pick<StorefrontLookRow, 'draft' | 'live' | 'history'>>,
): Promise<OwnLook> {
  const { version, draft, live, history } = { ...stored, ...change };
  const looks = [draft, ...(live ? [live.look] : []), ...history.map(({ look }) => look)];
  const written = { version: version + 1, draft, live: live ?? null, history, mediaIds: photosIn(looks) };
  const row = await em.findOne(StorefrontLookEntity, { storefrontId: storefront.id });
  if (row) em.assign(row, written);
  else em.create(StorefrontLookEntity, { storefrontId: storefront.id, ...written });
  await em.flush();
  return { storefront, stored: written };
}

/** Returns the refusal if someone else has changed the look; null if `version` is current. */
export const refuseStale = ({ stored }: OwnLook, version: number): UserError | null =>
  stored.version === version
    ? null
    : userError('STALE_VERSION', 'version', 'The look changed in the meantime. Review it again.');
