/** Returns a storefront page's URL; storefronts share the panel's scheme and port. */
export const storefrontUrl = (domain: string, path: string): string =>
  `${location.protocol}//${domain}${location.port === '' ? '' : `:${location.port}`}${path}`;
