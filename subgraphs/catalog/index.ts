import type { Island } from '#db/island.ts';
import { announceAvailability } from './commands/announce-availability.ts';
import { extendHorizon } from './commands/extend-horizon.ts';
import { noteGuestReady } from './commands/note-guest-ready.ts';
import { ENTITIES } from './entities.ts';
import { acpSecretRow, signingKeyRow } from './queries/storefronts.ts';
import { pruneNightLog } from './read-model/night-log.ts';
import { resolvers } from './resolvers.ts';

/** How often the nights on sale are looked after; a day has one new night. */
const HORIZON_CHECK_MS = 3_600_000;

/** How often other islands are told which nights were taken or given back. */
const ANNOUNCE_MS = 1_000;

/** How often changes of nights that everybody has seen are dropped. */
const PRUNE_MS = 60_000;

/** What hosts sell: storefronts, properties, unit types, nights, prices, and who holds which nights. */
export const catalog: Island = {
  name: 'catalog',
  resolvers,
  entities: ENTITIES,
  reactions: [{ on: 'property.guest_ready_changed', run: noteGuestReady }],
  recurring: [
    { name: 'catalog/announce-availability', everyMs: () => ANNOUNCE_MS, run: announceAvailability },
    { name: 'catalog/extend-horizon', everyMs: () => HORIZON_CHECK_MS, run: extendHorizon },
    { name: 'catalog/prune-night-log', everyMs: () => PRUNE_MS, run: pruneNightLog },
  ],
  queues: [],
  sealed: [
    {
      table: 'catalog.storefront',
      column: 'acp_signing_secret',
      from: ['id'],
      row: (storefront) => acpSecretRow(Number(storefront.id)),
    },
    {
      table: 'catalog.storefront',
      column: 'signing_key',
      from: ['signing_kid'],
      row: (storefront) => signingKeyRow(String(storefront.signing_kid)),
    },
  ],
};

// What only the platform itself does, to fill a demo world: there is no GraphQL field for the first two.
export { addProperty } from './commands/add-property.ts';
export { generateAcpApiKey, generateAcpSigningSecret } from './commands/generate-acp-credentials.ts';
export { openStorefront } from './commands/open-storefront.ts';
