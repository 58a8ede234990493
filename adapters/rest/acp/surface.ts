import type { Storefront } from '../../storefront.ts';

/** Results of the checks that run before a route. */
export interface AcpSurface {
  readonly storefront: Storefront;
  readonly signingRequired: boolean;
}
