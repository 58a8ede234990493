import type { FastifyRequest } from 'fastify';
import { budgetAddress } from '#kit/address.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { type Language, namedLanguage } from '#kit/language.ts';
import type { Surface, Viewer } from '#kit/viewer.ts';
import { type PolicyKind, type StorefrontByHostQuery, storefrontByHostDocument } from './generated.ts';

/** A request's storefront. */
export interface Storefront extends NonNullable<StorefrontByHostQuery['storefrontByHost']> {
  /** Origin used for the request: scheme, host and port (docs/interface/storefronts.md#addresses). */
  readonly baseUrl: string;
  /** Network address that the request comes from. */
  readonly clientAddress: string;
  /** Language preferred in `Accept-Language`; null if we support none of its languages. */
  readonly asked: Language | null;
  /** Set if the storefront's look is a draft, or its theme is another one, that the host is previewing. */
  readonly isPreview?: boolean;
  /** Set if the browser previews a theme on the site itself, on every page. */
  readonly isSitePreview?: boolean;
}

/** Finds the storefront behind the Host header. */
export interface Storefronts {
  /**
   * Throws a `ProtocolError`: 404 for an unknown domain, 503 with `retryAfter` while the storefront is
   * paused.
   */
  readonly of: (request: FastifyRequest) => Promise<Storefront>;
  /** Finds a storefront by its domain, for the platform's own pages about it. Throws a 404 for an unknown domain. */
  readonly named: (request: FastifyRequest, domain: string) => Promise<Storefront>;
  /** Same as `of`, but also throws a 404 if the storefront isn't open to agents. */
  readonly forAgents: (request: FastifyRequest) => Promise<Storefront>;
}

/** A policy page that applies to bookings. */
type BookingPolicy = Storefront['policies'][number] & { readonly kind: Exclude<PolicyKind, 'legal_notice'> };

/** The policy pages that agents link to next to a checkout: all but the imprint. */
export const bookingPolicies = ({ policies }: Pick<Storefront, 'policies'>): readonly BookingPolicy[] =>
  policies.filter((page): page is BookingPolicy => page.kind !== 'legal_notice');

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `localStorefront` is the domain served at `localhost` and `127.0.0.1`; null if there is none. */
export function openStorefronts({
  execute,
  localStorefront,
}: {
  readonly execute: Execute;
  readonly localStorefront: string | null;
}): Storefronts {
  async function find(request: FastifyRequest): Promise<Storefront> {
    const host = (request.host ?? '').toLowerCase();
    const name = HOST.test(host) ? host.replace(/:\d+$/, '') : null;
    return read(request, name !== null && LOOPBACK.has(name) ? localStorefront : name);
  }

  async function read(request: FastifyRequest, domain: string | null): Promise<Storefront> {
    const found =
      domain === null
        ? null
        : await execute(
            storefrontByHostDocument,
            { host: domain },
            { viewer: { kind: 'public' }, requestId: request.id },
          );
    if (!found?.storefrontByHost) {
      throw new ProtocolError(404, 'storefront_not_found', 'There is no storefront at this domain.');
    }
    return {
      ...found.storefrontByHost,
      baseUrl: `${request.protocol}://${(request.host ?? '').toLowerCase()}`,
      clientAddress: budgetAddress(request.ip),
      asked: namedLanguage(request.headers['accept-language']),
    };
  }

  return {
    async of(request) {
      return refuseInMaintenance(await find(request));
    },
    named: (request, domain) => read(request, HOST.test(domain) ? domain : null),
    async forAgents(request) {
      const storefront = await find(request);
      if (!storefront.agentBookings) {
        throw new ProtocolError(
          404,
          'agent_bookings_off',
          "This storefront doesn't take bookings from agents.",
        );
      }
      return refuseInMaintenance(storefront);
    },
  };
}

/** Returns the viewer for an agent at a storefront. `profile` is the agent's UCP profile URL. */
export function agentViewer(storefront: Storefront, surface: Surface, profile: string | null): Viewer {
  return {
    kind: 'agent',
    storefrontId: Number(storefront.id),
    teamId: Number(storefront.teamId),
    surface,
    profile,
    address: storefront.clientAddress,
  };
}

/** Thrown for a page of a storefront in maintenance. */
export class InMaintenance extends ProtocolError {
  readonly storefront: Storefront;

  constructor(storefront: Storefront) {
    const retryAfter = storefront.maintenanceRetryAfter;
    super(503, 'maintenance', `This site is closed for maintenance. Try again in ${retryAfter} s.`, {
      retryAfter,
    });
    this.storefront = storefront;
  }
}

function refuseInMaintenance(storefront: Storefront): Storefront {
  if (storefront.paused) throw new InMaintenance(storefront);
  return storefront;
}
