import { lookup } from 'node:dns/promises';
import type { ServiceBase } from '#db/context.ts';
import { type LeasedWorker, openLeasedWork } from '#db/jobs/leased-work.ts';
import { type Egress, openEgress } from '#kit/http.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { openObjects } from '#kit/objects/open-objects.ts';
import { MAX_ATTACHMENT_BYTES } from '#schema/limits.ts';
import { syncNightsNow } from './bookings/operations/sync-nights.ts';
import { inConfirmation } from './bookings/operations/units-to-fill.ts';
import { followCharges, followPayment } from './bookings/steps/follow-folio.ts';
import { FETCHED_FILES } from './conversations/commands/fetch-attachments.ts';
import { RULE_MESSAGES } from './messages/commands/send-rule-messages.ts';
import { followStay } from './messages/steps/follow-stay.ts';
import { followBookings } from './requests/steps/follow-bookings.ts';
import { followChange } from './requests/steps/follow-changes.ts';
import { requestChange } from './requests/steps/request-change.ts';
import { finishReservation } from './reservations/operations/finish-reservation.ts';

/** Steps from later modules that earlier modules run as hooks. */
export interface CheckoutHooks {
  /** Runs in the transaction that changes bookings' status, so requests follow their bookings. */
  readonly bookingsMoved: typeof followBookings;
  /** Runs in the transaction that changes a booking's stay, or gives the change up, so its request follows. */
  readonly stayChanged: typeof followChange;
  /** Runs in the transaction that changes a confirmed booking's stay, so automatic messages follow. */
  readonly stayRewritten: typeof followStay;
  /** Places a guest's request for a change, in its own transaction. */
  readonly requestChange: typeof requestChange;
  /** Finishes a channel's change; safe to repeat. */
  readonly finishReservation: typeof finishReservation;
  /** Runs a transaction that may confirm a held booking, with the units that it gets then. */
  readonly inConfirmation: typeof inConfirmation;
  /** Runs in the transaction that changes a folio, so a booking follows its charges and payments. */
  readonly chargesChanged: typeof followCharges;
  readonly paymentRecorded: typeof followPayment;
  /** Runs after a payment confirms a booking; if it fails, the next sweep retries it. */
  readonly bookingConfirmed: typeof syncNightsNow;
}

/** Checkout's resources for the life of the process. */
export interface CheckoutServices {
  /** Storage for message files. */
  readonly objects: ObjectStore;
  /** Egress for files given as URLs by apps. */
  readonly egress: Egress;
  /** Egress to the operator's file scanner, which may be on a separate network. */
  readonly scanner: Egress;
  /** Fetches files from apps' URLs, alternating between teams. */
  readonly fetches: LeasedWorker;
  /** Sends automatic messages, alternating between teams. */
  readonly ruleMessages: LeasedWorker;
  readonly hooks: CheckoutHooks;
}

declare module '#db/context.ts' {
  interface Services {
    readonly checkout: CheckoutServices;
  }
}

/** Opens the services; they read and send only on demand. */
export const openCheckoutServices = ({ config }: Pick<ServiceBase, 'config'>): CheckoutServices => ({
  objects: openObjects(config),
  egress: openEgress({
    allowPrivate: config.webhookAllowPrivate,
    dnsServers: config.dnsServers,
    maxAnswerBytes: MAX_ATTACHMENT_BYTES,
  }),
  scanner: openEgress({ allowPrivate: true, find: (name) => lookup(name, { all: true }) }),
  fetches: openLeasedWork(FETCHED_FILES),
  ruleMessages: openLeasedWork(RULE_MESSAGES),
  hooks: {
    bookingsMoved: followBookings,
    stayChanged: followChange,
    stayRewritten: followStay,
    requestChange,
    finishReservation,
    inConfirmation,
    chargesChanged: followCharges,
    paymentRecorded: followPayment,
    bookingConfirmed: syncNightsNow,
  },
});
