/** App types in a word or two. */
export const TYPE_WORDS = {
  remote: 'App',
  payment: 'Payments',
  channel: 'Sales channel',
  injection: 'Storefront content',
} as const;

/** Billing models of apps, in words. */
export const BILLING_WORDS = {
  free: 'Free',
  external: 'Billed by its developer',
  platform: 'Billed by the platform',
} as const;
