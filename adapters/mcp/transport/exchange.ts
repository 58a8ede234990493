import type { FastifyBaseLogger } from 'fastify';
import type { Storefront } from '../../storefront.ts';
import type { Era } from './era.ts';
import type { UcpVersion } from './protocol.ts';

/** One request in progress. */
export interface Exchange {
  readonly storefront: Storefront;
  readonly era: Era;
  /** The version that the caller chose by the address it called. */
  readonly ucpVersion: UcpVersion;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  /** Whether the answer must be signed. */
  signed?: boolean;
}
