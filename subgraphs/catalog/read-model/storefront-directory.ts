import { wrap } from '@mikro-orm/core';
import type { IslandContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { StorefrontEntity, type StorefrontRecord } from '../entities.ts';
import { changesOf } from './changes.ts';

/** Storefronts by the domain they serve, kept in memory: every request of an agent or a guest starts with one. */
export interface StorefrontDirectory {
  /** The storefront of a domain; null for an unknown one. */
  readonly byDomain: (domain: string) => Promise<StorefrontRecord | null>;
  readonly byId: (id: number) => Promise<StorefrontRecord | null>;
}

/** Domains and ids remembered at most, unknown ones included. */
const KEPT = 10_000;

const DIRECTORIES = new WeakMap<IslandContext['db'], StorefrontDirectory>();

/** The directory of a database; one in a process. Any change of a storefront, by whomever, empties it. */
export function storefrontDirectory(ctx: Pick<IslandContext, 'db'>): StorefrontDirectory {
  const known = DIRECTORIES.get(ctx.db);
  if (known) return known;
  const opened = openDirectory(ctx);
  DIRECTORIES.set(ctx.db, opened);
  return opened;
}

function openDirectory(ctx: Pick<IslandContext, 'db'>): StorefrontDirectory {
  const found = new Map<string | number, Promise<StorefrontRecord | null>>();
  const changes = changesOf(ctx);
  const forget = () => found.clear();
  changes.hear({ onStorefront: forget, onGap: forget });

  async function find(key: string | number): Promise<StorefrontRecord | null> {
    await changes.listening();
    const where = typeof key === 'string' ? { domain: key } : { id: key };
    const row = await reader(ctx).findOne(StorefrontEntity, where);
    return row && wrap(row).toPOJO();
  }

  function remember(key: string | number): Promise<StorefrontRecord | null> {
    const known = found.get(key);
    if (known !== undefined) return known;
    if (found.size >= KEPT) forget();
    const looked = find(key);
    found.set(key, looked);
    looked.catch(() => found.delete(key));
    return looked;
  }

  return { byDomain: (domain) => remember(domain.toLowerCase()), byId: remember };
}
