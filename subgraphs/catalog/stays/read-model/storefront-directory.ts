import { wrap } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { StorefrontDomainEntity, StorefrontEntity, type StorefrontRecord } from '../../store/entities.ts';
import { SERVING } from '../../storefronts/domain/domain-state.ts';
import type { Changes } from './changes.ts';
import { OLDEST_SERVED_MS, openOrKept } from './while-away.ts';

/** Storefronts by domain, kept in memory: every request from an agent or guest starts with a lookup. */
export interface StorefrontDirectory {
  /** The storefront for a domain, either the platform's or the host's own; null for an unknown domain. */
  readonly byDomain: (domain: string) => Promise<StorefrontRecord | null>;
  readonly byId: (id: number) => Promise<StorefrontRecord | null>;
}

/** Maximum number of cached domains and ids, including unknown ones. */
const KEPT = 10_000;

/**
 * Opens the process's only directory. Any change to a storefront, from any process, empties it; a change to a
 * property doesn't.
 */
export function openDirectory({
  db,
  changes,
}: Pick<SubgraphContext, 'db'> & { readonly changes: Changes }): StorefrontDirectory {
  const found = new Map<Key, StorefrontRecord | null>();
  const looking = new Map<Key, Promise<StorefrontRecord | null>>();
  /** Expired entries: served a little longer while the database is unreachable. */
  const kept = new Map<Key, { readonly record: StorefrontRecord | null; readonly until: number }>();
  const orKept = openOrKept();
  changes.hear({ onStorefront: (_id, propertyId) => propertyId === null && forget(), onGap: forget });

  function forget(): void {
    const now = performance.now();
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key);
    for (const [key, record] of found) kept.set(key, { record, until: now + OLDEST_SERVED_MS });
    found.clear();
    looking.clear();
  }

  async function find(key: Key): Promise<StorefrontRecord | null> {
    await changes.listening();
    const em = reader({ db });
    const where = typeof key === 'string' ? { domain: key } : { id: key };
    const row = await em.findOne(StorefrontEntity, where);
    if (row || typeof key === 'number') return row && wrap(row).toPOJO();
    const own = await em.findOne(
      StorefrontDomainEntity,
      { domain: key, status: { $in: [...SERVING] } },
      { populate: ['storefront'] },
    );
    return own && wrap(own.storefront).toPOJO();
  }

  function look(key: Key): Promise<StorefrontRecord | null> {
    const under = looking.get(key);
    if (under !== undefined) return under;
    if (found.size + looking.size >= KEPT) forget();
    const looked = find(key)
      .then((record) => {
        if (looking.get(key) !== looked) return record; // dropped during the lookup: the next call reads it again
        found.set(key, record);
        kept.delete(key);
        return record;
      })
      .finally(() => {
        if (looking.get(key) === looked) looking.delete(key);
      });
    looking.set(key, looked);
    return looked;
  }

  function stillKept(key: Key): StorefrontRecord | null | undefined {
    const answer = kept.get(key);
    return answer && answer.until > performance.now() ? answer.record : undefined;
  }

  async function remember(key: Key): Promise<StorefrontRecord | null> {
    const known = found.get(key);
    if (known !== undefined) return known;
    return orKept(
      () => look(key),
      () => stillKept(key),
    );
  }

  return { byDomain: (domain) => remember(domain.toLowerCase().replace(/\.$/, '')), byId: remember };
}

/** A domain or an id. */
type Key = string | number;
