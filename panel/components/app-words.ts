/** Short labels for app types. */
export const TYPE_WORDS = {
  remote: 'App',
  payment: 'Payments',
  channel: 'Sales channel',
  injection: 'Storefront content',
} as const;

/** Labels for apps' billing models. */
export const BILLING_WORDS = {
  free: 'Free',
  external: 'Billed by its developer',
  platform: 'Billed by the platform',
} as const;
