import { LRUCache } from 'lru-cache';
import type { ServiceBase } from '#db/context.ts';
import { openTeamTurns, type TeamTurns } from '#db/team-turns.ts';
import { type Egress, openEgress } from '#kit/http.ts';
import { RENDER_TIMEOUT_MS } from '#kit/images/run-renderer.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { openObjects } from '#kit/objects/open-objects.ts';
import type { RunningDispatcher } from './webhooks/dispatcher/running-dispatcher.ts';

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
});
