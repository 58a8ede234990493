import { LockMode, wrap } from '@mikro-orm/core';
import type { Transaction } from '#db/transaction.ts';
import { parseId } from '#kit/ids.ts';
import type { Viewer } from '#kit/viewer.ts';
import { teamOf } from '../../access.ts';
import { userError } from '../../errors.ts';
import type { UserError } from '../../generated.ts';
import {
  StorefrontEntity,
  type StorefrontRecord,
  StorefrontThemeEntity,
  type StorefrontThemeRow,
} from '../../store/entities.ts';
import { ownStorefront } from '../../store/own-rows.ts';

/** A locked storefront with its themes. */
export interface OwnThemes {
  readonly storefront: Pick<StorefrontRecord, 'id' | 'teamId' | 'domain' | 'name'>;
  readonly themes: readonly StorefrontThemeRow[];
}

export interface Refusal {
  readonly refusal: UserError;
}

/** The team has no such theme. */
export const NO_THEME = userError('NOT_FOUND', 'id', 'There is no such theme on your storefronts.');

/**
 * Returns the themes of the host's storefront, or the reason they can't be changed. Locks the storefront, so
 * that changes to its themes wait for each other.
 */
export async function lockThemes(
  em: Transaction,
  viewer: Viewer,
  storefrontId: string,
): Promise<OwnThemes | Refusal> {
  const row = await ownStorefront(em, viewer, storefrontId);
  if (!row) return { refusal: userError('NOT_FOUND', 'storefrontId', 'There is no such storefront.') };
  if (row.closedAt)
    return { refusal: userError('CLOSED', 'storefrontId', 'This storefront is permanently closed.') };
  return withThemes(em, wrap(row).toPOJO());
}

/** `lockThemes` for one of the themes, which it also returns. */
export async function lockTheme(
  em: Transaction,
  viewer: Viewer,
  id: string,
): Promise<(OwnThemes & { readonly theme: StorefrontThemeRow }) | Refusal> {
  const found = await findOwnTheme(em, viewer, id);
  if (!found) return { refusal: NO_THEME };
  const own = await lockThemes(em, viewer, String(found.storefrontId));
  if ('refusal' in own) return own;
  const theme = own.themes.find((one) => one.id === found.id);
  return theme ? { ...own, theme } : { refusal: NO_THEME };
}

/** Returns one of the team's themes; null for any other. */
export const findOwnTheme = (
  em: Transaction,
  viewer: Viewer,
  id: string,
): Promise<StorefrontThemeRow | null> =>
  em.findOne(StorefrontThemeEntity, { id: parseId(id) ?? 0, teamId: teamOf(viewer) });

/** `lockThemes` for the platform's own changes; null for a closed storefront. */
export async function lockAnyThemes(em: Transaction, storefrontId: number): Promise<OwnThemes | null> {
  const row = await em.findOne(
    StorefrontEntity,
    { id: storefrontId, closedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  return row && withThemes(em, wrap(row).toPOJO());
}

async function withThemes(
  em: Transaction,
  { id, teamId, domain, name }: OwnThemes['storefront'],
): Promise<OwnThemes> {
  const themes = await em.find(
    StorefrontThemeEntity,
    { storefrontId: id, teamId },
    { orderBy: { id: 'desc' }, refresh: true },
  );
  return { storefront: { id, teamId, domain, name }, themes };
}
