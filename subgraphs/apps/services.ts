import { LRUCache } from 'lru-cache';
import type { ServiceBase } from '#db/context.ts';
import { openTeamTurns, type TeamTurns } from '#db/team-turns.ts';
import { type Egress, openEgress } from '#kit/http.ts';
import { RENDER_TIMEOUT_MS } from '#kit/images/run-renderer.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { openObjects } from '#kit/objects/open-objects.ts';
import { endInstalls } from './installs/commands/end-installs.ts';
import { endPrivateInstalls } from './installs/commands/end-private-installs.ts';
import { revokeConsents } from './installs/commands/revoke-consents.ts';
import { updateInstalls } from './installs/commands/update-installs.ts';
import { publishReviewed } from './listings/commands/publish-reviewed.ts';
import { submitFirstListing } from './listings/commands/submit-first-listing.ts';
import { endDeliveries } from './webhooks/commands/end-deliveries.ts';
import { publishSettings, publishToInstall } from './webhooks/commands/publish-to-install.ts';
import type { RunningDispatcher } from './webhooks/dispatcher/running-dispatcher.ts';

/**
 * Commands that a module calls although a later module defines them: a module imports only from those before it. Each runs in the
 * caller's transaction and takes its locks where the caller calls it.
 */
export interface AppsHooks {
  /** Deletes a member's consents that no app has redeemed yet. Defined by installs, runs in the caller's transaction. */
  readonly revokeConsents: typeof revokeConsents;
  /** Ends every install of a team that closes. Defined by installs, runs in the caller's transaction. */
  readonly endInstalls: typeof endInstalls;
  /** Ends installs of the private apps of a member who leaves. Defined by installs, runs in the caller's transaction. */
  readonly endPrivateInstalls: typeof endPrivateInstalls;
  /** Announces an app's installs after another version went live. Defined by installs, runs in the caller's transaction. */
  readonly updateInstalls: typeof updateInstalls;
  /** Submits an app's first listing together with a version. Defined by listings, runs in the caller's transaction. */
  readonly submitFirstListing: typeof submitFirstListing;
  /** Publishes the listing reviewed with a version, or refuses. Defined by listings, runs in the caller's transaction. */
  readonly publishReviewed: typeof publishReviewed;
  /** Gives up the waiting deliveries of an install that ends. Defined by webhooks, runs in the caller's transaction. */
  readonly endDeliveries: typeof endDeliveries;
  /** Publishes a change of an install to its app. Defined by webhooks, runs in the caller's transaction. */
  readonly publishToInstall: typeof publishToInstall;
  /** Publishes changed settings of an install to its app. Defined by webhooks, runs in the caller's transaction. */
  readonly publishSettings: typeof publishSettings;
}

const HOOKS: AppsHooks = {
  revokeConsents,
  endInstalls,
  endPrivateInstalls,
  updateInstalls,
  submitFirstListing,
  publishReviewed,
  endDeliveries,
  publishToInstall,
  publishSettings,
};

/** What apps keeps for as long as the process lives. */
export interface AppsServices {
  /** The way out for calls to apps that someone waits for. Its idle sockets keep no process alive. */
  readonly egress: Egress;
  /** Where pictures of listings are kept. */
  readonly objects: ObjectStore;
  /** Processes uploaded pictures of listings, in turn of the developers' accounts. */
  readonly pictures: TeamTurns;
  /** Webhook secrets that were opened last, by what they are sealed as: a busy install's is not opened for each delivery. */
  readonly webhookSecrets: LRUCache<string, string>;
  /** The dispatcher of this process runs from when its workers start until they stop (`webhooks/dispatcher/dispatcher.ts`). */
  readonly dispatcher: { running: RunningDispatcher | null };
  /** The random id of this platform; it never changes, so it is read once. */
  readonly platform: { id: string | null };
  /** Commands of later modules, for earlier ones. */
  readonly hooks: AppsHooks;
}

declare module '#db/context.ts' {
  interface Services {
    readonly apps: AppsServices;
  }
}

const MOST_SECRETS = 1_000;

/** Opens them; nothing is read or sent before it is asked for. */
export const openAppsServices = ({ config }: Pick<ServiceBase, 'config'>): AppsServices => ({
  egress: openEgress({ allowPrivate: config.webhookAllowPrivate, dnsServers: config.dnsServers }),
  objects: openObjects(config),
  // One after the other: each takes a core for about a second.
  pictures: openTeamTurns({ kind: 'pictures', slots: 1, slotsPerTeam: 1, mostMs: RENDER_TIMEOUT_MS }),
  webhookSecrets: new LRUCache({ max: MOST_SECRETS }),
  dispatcher: { running: null },
  platform: { id: null },
  hooks: HOOKS,
});
