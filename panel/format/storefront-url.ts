/** A page of a storefront: storefronts answer at the scheme and port that the panel does. */
export const storefrontUrl = (domain: string, path: string): string =>
  `${location.protocol}//${domain}${location.port === '' ? '' : `:${location.port}`}${path}`;
