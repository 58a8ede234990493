import type { SubgraphContext } from '#db/context.ts';

/**
 * Origin of a storefront that links in mails lead to: its own domain with the scheme and port of the settings, never of a request
 * (docs/interface/mails.md#links).
 */
export function storefrontOrigin({ config }: Pick<SubgraphContext, 'config'>, domain: string): string {
  const { publicOriginAuth, storefrontSuffix, port } = config;
  if (publicOriginAuth === null) return `http://${domain}:${port}`;
  const platform = new URL(publicOriginAuth);
  const [suffix = '', suffixPort] = (storefrontSuffix ?? '').split(':');
  const isBelow = suffix !== '' && domain.endsWith(`.${suffix}`);
  const url = new URL(`${platform.protocol}//${domain}`);
  url.port = isBelow ? (suffixPort ?? '') : platform.port;
  return url.origin;
}
