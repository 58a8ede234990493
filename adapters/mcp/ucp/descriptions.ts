import type { Operation } from '#kit/execute.ts';
import { MAX_LOOKUP_IDS } from '#schema/limits.ts';
import type { Storefront } from '../../storefront.ts';
import { describeUnitTypesDocument } from '../tools/generated.ts';
import { describeBriefly } from './describe.ts';
import { type Written, written } from './written.ts';

/** An offer loaded with only its price and the revision of its description. */
interface Undescribed {
  readonly unitTypeId: string;
  readonly content: { readonly revision: string };
}

/** The caller and access to the supergraph. */
interface Call {
  readonly storefront: Storefront;
  readonly execute: <TResult, TVariables>(
    operation: Operation<TResult, TVariables>,
    variables: TVariables,
  ) => Promise<TResult>;
}

/** Unit type descriptions, written once for each revision of the host's content. */
export interface Descriptions {
  /** Returns descriptions in the order of the offers; null for an offer that has been withdrawn. */
  readonly of: (offers: readonly Undescribed[], call: Call) => Promise<readonly (Written | null)[]>;
}

/** Maximum number of cached descriptions; about 4 kB each. */
const KEPT = 5_000;

/** Creates a process's cache of descriptions. */
export function newDescriptions(): Descriptions {
  /** Keyed by revision, then by storefront address and booking method. */
  const kept = new Map<string, Map<string, Written>>();
  let count = 0;

  function keep(revision: string, selling: string, description: Written): void {
    const ways = kept.get(revision) ?? new Map<string, Written>();
    if (!ways.has(selling)) count += 1;
    ways.set(selling, description);
    kept.delete(revision);
    kept.set(revision, ways);
    for (const [oldest, { size }] of kept) {
      if (count <= KEPT) break;
      kept.delete(oldest);
      count -= size;
    }
  }

  return {
    async of(offers, { execute, storefront }) {
      // The descriptions depend on the storefront's address and booking method.
      const selling = `${storefront.instantBooking} ${storefront.baseUrl}`;
      const found = offers.map(({ content }) => kept.get(content.revision)?.get(selling) ?? null);
      const missing = offers.filter((_, index) => found[index] === null).map(({ unitTypeId }) => unitTypeId);
      if (missing.length === 0) return found;
      const made = new Map<string, Written>();
      for (let first = 0; first < missing.length; first += MAX_LOOKUP_IDS) {
        const ids = missing.slice(first, first + MAX_LOOKUP_IDS).map((id) => `unit_type:${id}`);
        const { stayLookup } = await execute(describeUnitTypesDocument, { ids });
        for (const { offer } of stayLookup) {
          if (!offer) continue;
          const description = written(describeBriefly(offer, storefront));
          made.set(offer.unitTypeId, description);
          keep(offer.content.revision, selling, description);
        }
      }
      return found.map((one, index) => one ?? made.get(offers[index]?.unitTypeId ?? '') ?? null);
    },
  };
}
