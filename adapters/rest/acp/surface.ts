import type { Storefront } from '../../storefront.ts';

/** What the checks before a route found out about a request. */
export interface AcpSurface {
  readonly storefront: Storefront;
  readonly signingRequired: boolean;
}
