import type { KeyObject } from 'node:crypto';
import type { ServiceBase } from '#db/context.ts';
import { type LeasedWorker, openLeasedWork } from '#db/jobs/leased-work.ts';
import { type Egress, openEgress } from '#kit/http.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { openObjects } from '#kit/objects/open-objects.ts';
import { MAX_FEED_BYTES, MAX_MEDIA_BYTES } from '#schema/limits.ts';
import { DUE_FEEDS } from './calendars/commands/read-due-feeds.ts';
import { type FeedThread, openFeedThread } from './calendars/outside/feed-thread.ts';
import { createExports } from './calendars/steps/create-exports.ts';
import type { FeedReadings } from './calendars/steps/read-in-time.ts';
import { removeFeeds } from './calendars/steps/remove-feeds.ts';
import { PHOTOS } from './media/commands/process-photos.ts';
import { type Changes, openChanges } from './stays/read-model/changes.ts';
import { type Looks, openLooks } from './stays/read-model/looks.ts';
import { openPlacements, type Placements } from './stays/read-model/placements.ts';
import { openReadModel, type ReadModel } from './stays/read-model/read-model.ts';
import { openDirectory, type StorefrontDirectory } from './stays/read-model/storefront-directory.ts';
import type { StorefrontRecord } from './store/entities.ts';
import { type Dns, openDns } from './storefronts/outside/dns.ts';
import { TRANSFERS } from './transfer/commands/run-transfers.ts';
import { openParseThread, type ParseThread } from './transfer/parse-thread.ts';

/** Steps from later modules that earlier modules run as hooks. */
export interface CatalogHooks {
  /** Runs in the transaction that creates unit types: other platforms can read their calendars from then on. */
  readonly unitTypesCreated: typeof createExports;
  /** Runs in the transaction that archives a unit type: its feeds end too. */
  readonly unitTypeArchived: typeof removeFeeds;
}

/** The catalog's in-memory state for the process's lifetime. */
export interface CatalogServices {
  /** Changes from PostgreSQL notifications, which keep the next four services up to date. */
  readonly changes: Changes;
  readonly readModel: ReadModel;
  readonly directory: StorefrontDirectory;
  /** Apps' placements on pages. */
  readonly placements: Placements;
  /** Storefronts' published looks. */
  readonly looks: Looks;
  /** Looks up DNS records for hosts' domains. */
  readonly dns: Dns;
  /** Outbound client for addresses in imports: pages, files and photos. */
  readonly egress: Egress;
  /** Outbound client for external calendars. Its idle sockets don't keep the process alive. */
  readonly feeds: Egress;
  /** Reads calendars on a separate thread. */
  readonly feedThread: FeedThread;
  readonly feedReadings: FeedReadings;
  /** Reads due calendars, taking teams in turn. */
  readonly dueFeeds: LeasedWorker;
  /** Parses imported files. */
  readonly parseThread: ParseThread;
  /** Processes uploaded photos, taking teams in turn. */
  readonly photos: LeasedWorker;
  /** Advances imports and exports, taking teams in turn. */
  readonly transfers: LeasedWorker;
  /** Photo storage. */
  readonly objects: ObjectStore;
  /** Unsealed signing keys, kept as long as the directory keeps their storefronts. */
  readonly signingKeys: WeakMap<StorefrontRecord, KeyObject>;
  readonly hooks: CatalogHooks;
}

declare module '#db/context.ts' {
  interface Services {
    readonly catalog: CatalogServices;
  }
}

type OpenCatalogServices = Pick<ServiceBase, 'db' | 'clock' | 'config' | 'log'>;

/** Opens the services on a database; reads are deferred until first use. */
export function openCatalogServices({ db, clock, config, log }: OpenCatalogServices): CatalogServices {
  const changes = openChanges(db);
  const way = { allowPrivate: config.webhookAllowPrivate, dnsServers: config.dnsServers };
  return {
    changes,
    readModel: openReadModel({ db, clock, log, changes }),
    directory: openDirectory({ db, changes }),
    placements: openPlacements({ db, changes }),
    looks: openLooks({ db, changes }),
    dns: openDns(config),
    egress: openEgress({ ...way, maxAnswerBytes: MAX_MEDIA_BYTES }),
    feeds: openEgress({ ...way, maxAnswerBytes: MAX_FEED_BYTES }),
    feedThread: openFeedThread(),
    feedReadings: new Map(),
    dueFeeds: openLeasedWork(DUE_FEEDS),
    parseThread: openParseThread(),
    photos: openLeasedWork(PHOTOS),
    transfers: openLeasedWork(TRANSFERS),
    objects: openObjects(config),
    signingKeys: new WeakMap(),
    hooks: { unitTypesCreated: createExports, unitTypeArchived: removeFeeds },
  };
}
