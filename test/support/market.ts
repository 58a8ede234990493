import { makeSubgraph } from '#kit/subgraph.ts';
import { subgraphSdl } from '#schema/sdl.ts';
import { catalog } from '#subgraphs/catalog/index.ts';
import type { NewUnitType } from '#subgraphs/catalog/properties/commands/add-property.ts';
import { dayFromNow, HOST, lineOf, sell } from './catalog.ts';
import { type CheckoutProcess, openProcess } from './checkout.ts';
import { useTestDatabase } from './database.ts';

/** Checkout and catalog together over one database, in several processes, with a storefront that sells some unit types. */
export interface Market {
  readonly processes: readonly CheckoutProcess[];
  readonly query: CheckoutProcess['database']['query'];
  /** Opens a separate storefront, so that one database serves many runs. */
  readonly open: (unitTypes: readonly Partial<NewUnitType>[]) => Promise<Stall>;
}

/** A storefront: its stock for the nights `from` to `to` days from now, and its host's changes. */
export interface Stall {
  readonly storefrontId: number;
  readonly line: (
    unitType: number,
    quantity?: number,
  ) => { readonly itemId: string; readonly quantity: number };
  readonly setRate: (unitType: number, rate: number) => Promise<void>;
  /** Sets the number of existing units; refused if more are already taken. */
  readonly setTotal: (unitType: number, total: number) => Promise<void>;
  /** The host reviews requests from now on; agents and guests still book through the checkout. */
  readonly takeRequests: (mode: 'ask' | 'hold') => Promise<void>;
  /** Sets the nights with an event in the unit type's feed; an empty list removes the feed. */
  readonly setFeed: (unitType: number, nights: readonly number[]) => Promise<void>;
}

/** Nights sold by stalls, in days from now. */
const FROM = 30;
const TO = 33;

/** Opens a market for the running test; it ends with the test. */
export async function openMarket(processes: number): Promise<Market> {
  const database = await useTestDatabase();
  const opened = await Promise.all(
    Array.from({ length: processes }, () => {
      const subgraph = makeSubgraph('catalog', subgraphSdl('catalog'), catalog.resolvers);
      return openProcess(database, { subgraph, entities: catalog.entities, item: () => '' });
    }),
  );
  return {
    processes: opened,
    query: database.query,
    async open(unitTypes) {
      const [first] = opened;
      if (!first) throw new Error('A market needs a process.');
      const { storefrontId, unitTypeIds } = await sell(first.platform(), unitTypes);
      const id = (unitType: number) => unitTypeIds[unitType % unitTypeIds.length] ?? 0;
      const [itemId] = [lineOf(id(0), FROM, TO).itemId];
      const [, , from, until] = itemId.split(':');
      const set = async (field: string, input: string, unitType: number, change: object) => {
        const nights = { unitTypeId: String(id(unitType)), from, until, ...change };
        const text = `mutation M($input: ${input}!) { ${field}(input: $input) { userErrors { code } } }`;
        await first.run(text, { input: nights }, HOST);
      };
      const feeds = new Map<number, Promise<number>>();
      const feedOf = (unitType: number) => {
        const made = feeds.get(id(unitType)) ?? newFeed(database, id(unitType));
        feeds.set(id(unitType), made);
        return made;
      };
      return {
        storefrontId,
        line: (unitType, quantity = 1) => lineOf(id(unitType), FROM, TO, quantity),
        setRate: (unitType, rate) => set('ratesSet', 'RatesSetInput', unitType, { rate }),
        setTotal: (unitType, total) => set('inventorySet', 'InventorySetInput', unitType, { total }),
        async takeRequests(requestMode) {
          const input = { id: String(storefrontId), instantBooking: false, requestMode };
          const text = `mutation M($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code } } }`;
          await first.run(text, { input }, HOST);
        },
        async setFeed(unitType, nights) {
          const feed = await feedOf(unitType);
          const days = nights.map((night) => dayFromNow(FROM + night));
          const departures = days.map((day) => day.add({ days: 1 }).toString());
          if (days.length === 0)
            await database.query('DELETE FROM catalog.ical_event WHERE feed_id = $1', [feed]);
          else
            await database.query(
              `WITH gone AS (
                 DELETE FROM catalog.ical_event WHERE feed_id = $1 AND NOT external_id = ANY ($2::text[])
               )
               INSERT INTO catalog.ical_event (feed_id, external_id, first_night, departure)
               SELECT $1, read.* FROM unnest($2::text[], $2::date[], $3::date[]) AS read
               ON CONFLICT (feed_id, external_id) DO NOTHING`,
              [feed, days.map(String), departures],
            );
          await database.query('SELECT catalog.take_feed_nights($1, current_date)', [feed]);
        },
      };
    },
  };
}

/** A unit type's feed without an address: the test sets its events. */
async function newFeed({ query }: Pick<CheckoutProcess['database'], 'query'>, unitTypeId: number) {
  const [feed] = await query<{ id: number }>(
    `INSERT INTO catalog.ical_feed (unit_type_id, name, url_hash, units, hold_back_units, created_at, next_read_at)
     VALUES ($1, 'Feed', '', 1, 1, now(), 'infinity') RETURNING id`,
    [unitTypeId],
  );
  return feed?.id ?? 0;
}
