import type { StorefrontsAllQuery } from './generated.ts';

/** A storefront with its settings. */
export type Storefront = StorefrontsAllQuery['storefronts'][number];
