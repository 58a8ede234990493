import type { SubgraphDefinition } from '#db/subgraph.ts';
import { channelPusher } from './channels/push/pusher.ts';
import { HISTORY } from './history.ts';
import { queues, recurring, waits } from './jobs.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';
import { openCatalogServices } from './services.ts';
import { ENTITIES } from './store/entities.ts';
import { acpSecretRow, exportTokenRow, feedUrlRow, signingKeyRow } from './storefronts/store/sealed-rows.ts';

/** A host's offer: storefronts, properties, unit types, nights, prices, and the holds on nights. */
export const catalog: SubgraphDefinition = {
  name: 'catalog',
  resolvers,
  entities: ENTITIES,
  reactions,
  history: HISTORY,
  recurring,
  waits,
  queues,
  services: [channelPusher],
  open: (base) => ({ catalog: openCatalogServices(base) }),
  close: async ({ catalog: { dueFeeds, photos, transfers } }) => {
    await Promise.all([dueFeeds.close(), photos.close(), transfers.close()]);
  },
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
    {
      table: 'catalog.ical_feed',
      column: 'url_sealed',
      from: ['url_hash'],
      row: (feed) => feedUrlRow(String(feed.url_hash)),
    },
    {
      table: 'catalog.ical_export',
      column: 'token_sealed',
      from: ['token_hash'],
      row: (row) => exportTokenRow(String(row.token_hash)),
    },
  ],
};

// Platform-only commands that fill a demo world: most have no GraphQL field.
export { addIcalFeed } from './calendars/commands/add-ical-feed.ts';
export { addPhotos, type PreparedPhoto, storePhotoFiles } from './media/commands/add-photos.ts';
export {
  addProperty,
  type PropertyContent,
  type UnitTypeContent,
} from './properties/commands/add-property.ts';
export { createRatePlan } from './rates/commands/create-rate-plan.ts';
export { addSoldNights } from './stays/commands/add-sold-nights.ts';
export { generateAcpApiKey, generateAcpSigningSecret } from './storefronts/commands/generate-acp-api-key.ts';
export { openStorefront } from './storefronts/commands/open-storefront.ts';
export { publishStorefrontLook } from './storefronts/commands/publish-storefront-look.ts';
export { setStorefrontLook } from './storefronts/commands/set-storefront-look.ts';
export { CatalogFile } from './transfer/definition.ts';
