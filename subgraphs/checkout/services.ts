import { lookup } from 'node:dns/promises';
import type { ServiceBase } from '#db/context.ts';
import { openTeamTurns, type TeamTurns } from '#db/team-turns.ts';
import { type Egress, openEgress } from '#kit/http.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { openObjects } from '#kit/objects/open-objects.ts';
import { MAX_ATTACHMENT_BYTES } from '#schema/limits.ts';
import { FETCH_TIMEOUT_MS } from './conversations/domain/fetched-file.ts';
import { followBookings } from './requests/steps/follow-bookings.ts';
import { finishReservation } from './reservations/operations/finish-reservation.ts';

/** Steps from later modules that earlier modules run. */
export interface CheckoutHooks {
  /** Runs in the transaction that changes bookings' status: requests follow the bookings they became. */
  readonly bookingsMoved: typeof followBookings;
  /** Finishes a change that a channel reported; safe to repeat. */
  readonly finishReservation: typeof finishReservation;
}

/** What checkout keeps for as long as the process lives. */
export interface CheckoutServices {
  /** Where files of messages are kept. */
  readonly objects: ObjectStore;
  /** The way out for files that apps name by their address. */
  readonly egress: Egress;
  /** The way to the operator's scanner of files, which may be on a network of its own. */
  readonly scanner: Egress;
  /** Fetches files that apps name by their address, in turn of their teams. */
  readonly fetches: TeamTurns;
  readonly hooks: CheckoutHooks;
}

declare module '#db/context.ts' {
  interface Services {
    readonly checkout: CheckoutServices;
  }
}

/** Files that one process fetches at the same time; they wait on sockets. */
const FETCHES = 16;
/** A team whose addresses all hang leaves the other slots free. */
const FETCHES_PER_TEAM = 2;

/** Opens the services; they read and send only on demand. */
export const openCheckoutServices = ({ config }: Pick<ServiceBase, 'config'>): CheckoutServices => ({
  objects: openObjects(config),
  egress: openEgress({
    allowPrivate: config.webhookAllowPrivate,
    dnsServers: config.dnsServers,
    maxAnswerBytes: MAX_ATTACHMENT_BYTES,
  }),
  scanner: openEgress({ allowPrivate: true, find: (name) => lookup(name, { all: true }) }),
  fetches: openTeamTurns({
    kind: 'files',
    slots: FETCHES,
    slotsPerTeam: FETCHES_PER_TEAM,
    mostMs: FETCH_TIMEOUT_MS,
  }),
  hooks: { bookingsMoved: followBookings, finishReservation },
});
