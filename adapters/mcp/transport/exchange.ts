import type { FastifyBaseLogger } from 'fastify';
import type { Storefront } from '../../storefront.ts';
import type { Era } from './era.ts';
import type { UcpVersion } from './protocol.ts';

/** An MCP request being handled. */
export interface Exchange {
  readonly storefront: Storefront;
  readonly era: Era;
  /** Version that the caller chose through the address. */
  readonly ucpVersion: UcpVersion;
  readonly requestId: string;
  readonly log: FastifyBaseLogger;
  /** Set if the response must be signed. */
  signed?: boolean;
}
