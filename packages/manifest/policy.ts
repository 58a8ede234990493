import type { AddressPolicy } from './addresses.ts';

/** Rules for a manifest that depend on the installation and on the app. */
export interface ManifestPolicy extends AddressPolicy {
  /** The API version that the app pins if it doesn't choose one; the newest by default. */
  readonly defaultApiVersion?: string;
}
