import { LRUCache } from 'lru-cache';
import type { ServiceBase } from '#db/context.ts';
import { type LeasedWorker, openLeasedWork } from '#db/jobs/leased-work.ts';
import { type Egress, openEgress } from '#kit/http.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { openObjects } from '#kit/objects/open-objects.ts';
import type { DocumentCheck } from '#kit/registered-documents.ts';
import { setPlans } from './billing/commands/set-plans.ts';
import { measureTeam } from './billing/operations/team-size.ts';
import { findNearCapStep } from './billing/queries/near-cap.ts';
import { beginSubscription } from './billing/steps/begin-subscription.ts';
import { choosePlan } from './billing/steps/choose-plan.ts';
import { endSubscription } from './billing/steps/end-subscription.ts';
import { endThemeSubscriptions } from './billing/steps/end-theme-subscriptions.ts';
import type { Turns } from './billing/steps/in-turn.ts';
import { offersPlans } from './billing/store/plans.ts';
import { EMAILS } from './emails/commands/send-mails.ts';
import { endInstalls } from './installs/commands/end-installs.ts';
import { endPrivateInstalls } from './installs/commands/end-private-installs.ts';
import { revokeConsents } from './installs/commands/revoke-consents.ts';
import { updateInstalls } from './installs/commands/update-installs.ts';
import { PICTURES } from './listings/commands/process-pictures.ts';
import { publishReviewed } from './listings/commands/publish-reviewed.ts';
import { submitFirstListing } from './listings/commands/submit-first-listing.ts';
import { type CheckThread, openCheckThread } from './themes/outside/check-thread.ts';
import { endDeliveries } from './webhooks/commands/end-deliveries.ts';
import {
  publishSettings,
  publishSubscription,
  publishToInstall,
} from './webhooks/commands/publish-to-install.ts';
import type { RunningDispatcher } from './webhooks/dispatcher/running-dispatcher.ts';

/**
 * Commands that a module calls although a later module defines them, since modules only import from earlier
 * ones. Each runs in the caller's transaction and acquires its locks at the point of the call.
 */
export interface AppsHooks {
  /** Deletes a member's unredeemed consents. Defined by installs, runs in the caller's transaction. */
  readonly revokeConsents: typeof revokeConsents;
  /** Ends all installs when a team closes. Defined by installs, runs in the caller's transaction. */
  readonly endInstalls: typeof endInstalls;
  /**
   * Ends installs of a departing member's private apps. Defined by installs, runs in the caller's
   * transaction.
   */
  readonly endPrivateInstalls: typeof endPrivateInstalls;
  /**
   * Announces an app's installs after another version goes live. Defined by installs, runs in the caller's
   * transaction.
   */
  readonly updateInstalls: typeof updateInstalls;
  /** Submits an app's first listing together with a version. Defined by listings, runs in the caller's transaction. */
  readonly submitFirstListing: typeof submitFirstListing;
  /** Publishes the listing reviewed with a version, or refuses. Defined by listings, runs in the caller's transaction. */
  readonly publishReviewed: typeof publishReviewed;
  /** Drops an ending install's waiting deliveries. Defined by webhooks, runs in the caller's transaction. */
  readonly endDeliveries: typeof endDeliveries;
  /** Publishes an install's change to its app. Defined by webhooks, runs in the caller's transaction. */
  readonly publishToInstall: typeof publishToInstall;
  /**
   * Publishes an install's changed settings to its app. Defined by webhooks, runs in the caller's
   * transaction.
   */
  readonly publishSettings: typeof publishSettings;
  /**
   * Publishes a subscription's change to its app. Defined by webhooks, runs in the caller's transaction.
   */
  readonly publishSubscription: typeof publishSubscription;
  /** Replaces an app's plans, or refuses. Defined by billing, runs in the caller's transaction. */
  readonly setPlans: typeof setPlans;
  /** True if teams can choose a plan of an app. Defined by billing, runs in the caller's transaction. */
  readonly offersPlans: typeof offersPlans;
  /** Counts what a team's subscriptions are multiplied by. Defined by billing, never runs in a transaction. */
  readonly measureTeam: typeof measureTeam;
  /** Chooses the plan for an install, or refuses. Defined by billing, runs in the caller's transaction. */
  readonly choosePlan: typeof choosePlan;
  /** Begins an install's subscription. Defined by billing, runs in the caller's transaction. */
  readonly beginSubscription: typeof beginSubscription;
  /** Finds the next step that brings a test subscription near its cap. Defined by billing, for triggers. */
  readonly findNearCapStep: typeof findNearCapStep;
  /** Ends an install's subscription, if any. Defined by billing, runs in the caller's transaction. */
  readonly endSubscription: typeof endSubscription;
  /** Ends a closing team's subscriptions to themes. Defined by billing, runs in the caller's transaction. */
  readonly endThemeSubscriptions: typeof endThemeSubscriptions;
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
  publishSubscription,
  setPlans,
  offersPlans,
  measureTeam,
  choosePlan,
  beginSubscription,
  findNearCapStep,
  endSubscription,
  endThemeSubscriptions,
};

/** Process-wide resources for apps. */
export interface AppsServices {
  /**
   * Outbound connection pool for calls to apps that a caller is waiting for. Idle sockets don't keep the
   * process alive.
   */
  readonly egress: Egress;
  /** Checks of embedded pages under way, by install. */
  readonly pageChecks: Map<number, Promise<string | null>>;
  /** Usage records under way, by install. */
  readonly usageTurns: Turns;
  /** Storage for listing pictures and themes. */
  readonly objects: ObjectStore;
  /** Checks pushed documents on a separate thread. */
  readonly documentCheck: DocumentCheck;
  /** Checks pushed themes on a separate thread. */
  readonly themeChecks: CheckThread;
  /** Sends emails from the outbox, taking turns between recipients. */
  readonly emails: LeasedWorker;
  /** Processes uploaded listing pictures, taking turns between developers' accounts. */
  readonly pictures: LeasedWorker;
  /**
   * Recently opened webhook secrets by sealed value, so that a busy install's secret isn't opened for each
   * delivery.
   */
  readonly webhookSecrets: LRUCache<string, string>;
  /**
   * This process's dispatcher, running from when its workers start until they stop
   * (`webhooks/dispatcher/dispatcher.ts`).
   */
  readonly dispatcher: { running: RunningDispatcher | null };
  /** The platform's random id; it never changes, so it's only read once. */
  readonly platform: { id: string | null };
  /** Later modules' commands, for earlier modules. */
  readonly hooks: AppsHooks;
}

declare module '#db/context.ts' {
  interface Services {
    readonly apps: AppsServices;
  }
}

const MOST_SECRETS = 1_000;

/** Opens the services; they read and send only on demand. */
export const openAppsServices = ({
  config,
  documentCheck,
}: Pick<ServiceBase, 'config' | 'documentCheck'>): AppsServices => ({
  documentCheck,
  egress: openEgress({ allowPrivate: config.webhookAllowPrivate, dnsServers: config.dnsServers }),
  pageChecks: new Map(),
  usageTurns: new Map(),
  objects: openObjects(config),
  themeChecks: openCheckThread(),
  emails: openLeasedWork(EMAILS),
  pictures: openLeasedWork(PICTURES),
  webhookSecrets: new LRUCache({ max: MOST_SECRETS }),
  dispatcher: { running: null },
  platform: { id: null },
  hooks: HOOKS,
});
