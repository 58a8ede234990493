import type { SubgraphContext } from '#db/context.ts';
import { openDatabase } from '#db/database.ts';
import { systemClock } from '#kit/clock.ts';
import { readConfig } from '#kit/config.ts';
import { newUuid } from '#kit/ids.ts';
import { openVault } from '#kit/secrets.ts';
import type { Viewer } from '#kit/viewer.ts';
import { openServices } from '#server/subgraphs.ts';
import type { StayAgentInput } from '#subgraphs/catalog/generated.ts';
import {
  type AddProperty,
  addProperty,
  type NewUnitType,
} from '#subgraphs/catalog/properties/commands/add-property.ts';
import { holdStay } from '#subgraphs/catalog/stays/commands/hold-stay.ts';
import { stayQuote } from '#subgraphs/catalog/stays/queries/quote.ts';
import { ENTITIES } from '#subgraphs/catalog/store/entities.ts';
import { openStorefront } from '#subgraphs/catalog/storefronts/commands/open-storefront.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';
import { today } from './today.ts';

/** Only the catalog subgraph over a real database, as one process runs it. */
export interface TestCatalog {
  /** A context for one viewer kind; the platform by default. */
  readonly as: (viewer?: Viewer) => SubgraphContext;
  readonly close: () => Promise<void>;
}

/** Opens the subgraph over a database with the product's tables. */
export async function openCatalog(url: string): Promise<TestCatalog> {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const db = await openDatabase({ url, entities: ENTITIES, queues: [], log });
  const config = readConfig({ NODE_ENV: 'test' });
  const vault = openVault(TEST_SECRET_KEY);
  const { services, close } = openServices({ db, vault, config, clock: systemClock, log });
  const shared = {
    requestId: newUuid(),
    apiVersion: null,
    clock: systemClock,
    log,
    db,
    vault,
    config,
    services,
    execute: () => Promise.reject(new Error('The catalog asks no one.')),
  };
  return {
    as: (viewer = { kind: 'platform' }) => ({ ...shared, viewer }),
    async close() {
      await close();
      await db.close();
    },
  };
}

/** An agent at a storefront. */
export const agentOf = (storefrontId: number): Viewer => ({
  kind: 'agent',
  storefrontId,
  teamId: 1,
  surface: 'mcp',
  profile: null,
  address: null,
});

/** A host in the team that owns the test storefronts. */
export const HOST: Viewer = {
  kind: 'hostUser',
  accountId: 1,
  sessionId: 1,
  teamId: 1,
  role: 'owner',
  elevated: true,
  operator: false,
};

/** A plain unit type: one unit for two guests at 100.00. */
export const ROOM: NewUnitType = {
  name: 'Double room',
  description: 'A room.',
  maxGuests: 2,
  baseGuests: 2,
  units: 1,
  baseRate: 10_000,
};

/** Creates an instant-booking storefront for team 1, with one property that has these unit types. */
export async function sell(
  ctx: SubgraphContext,
  unitTypes: readonly Partial<NewUnitType>[],
  property: Partial<AddProperty> = {},
): Promise<{ storefrontId: number; propertyId: number; unitTypeIds: number[] }> {
  const storefrontId = await openStorefront(ctx, {
    teamId: 1,
    domain: `${newUuid()}.test`,
    name: 'Test',
    agentBookings: true,
    instantBooking: true,
  });
  const { id, unitTypeIds } = await addProperty(ctx, {
    storefrontId,
    name: 'Seehof',
    timeZone: 'Europe/Zurich',
    currency: 'EUR',
    ...property,
    unitTypes: unitTypes.map((unitType) => ({ ...ROOM, ...unitType })),
  });
  return { storefrontId, propertyId: id, unitTypeIds };
}

/** The date `days` days from today, in the test properties' time zone. */
export const dayFromNow = (days: number): Temporal.PlainDate => today().add({ days });

/** A line with `quantity` units from `from` to `to` days from now. */
export const lineOf = (unitTypeId: number, from: number, to: number, quantity = 1, adults = 1) => ({
  itemId: `stay:${unitTypeId}:${dayFromNow(from)}:${dayFromNow(to)}:${adults}:0`,
  quantity,
});

/** Quotes the lines and holds them for a fresh checkout, like a completion. */
export async function quoteAndHold(
  ctx: SubgraphContext,
  storefrontId: number,
  lines: readonly { itemId: string; quantity: number }[],
  {
    holdId = newUuid(),
    guestEmail = `${newUuid()}@guest.test`,
    agent = { address: null, profile: null } as StayAgentInput | null,
    until = new Date(Date.now() + 7_200_000),
  } = {},
) {
  const { fingerprint } = await stayQuote(ctx, storefrontId, lines);
  return holdStay(ctx, { holdId, storefrontId, lines, guestEmail, agent, until, fingerprint });
}
