import type { Config } from './config.ts';
import { languageOf } from './language.ts';

/**
 * Returns a storefront's origin for links created without a request, e.g. in emails: its own domain with the
 * scheme and port from the settings, never from a request (docs/interface/mails.md#links).
 */
export function storefrontOrigin({ config }: { readonly config: Config }, domain: string): string {
  const { publicOriginAuth, storefrontSuffix, port } = config;
  if (publicOriginAuth === null) return `http://${domain}:${port}`;
  const platform = new URL(publicOriginAuth);
  const [suffix = '', suffixPort] = (storefrontSuffix ?? '').split(':');
  const isBelow = suffix !== '' && domain.endsWith(`.${suffix}`);
  const url = new URL(`${platform.protocol}//${domain}`);
  url.port = isBelow ? (suffixPort ?? '') : platform.port;
  return url.origin;
}

/**
 * Returns a guest page's address for an email, which opens in the email's language; if the locale is null,
 * the browser decides (docs/interface/mails.md#links).
 */
export function guestPage(
  settings: { readonly config: Config },
  domain: string,
  path: string,
  locale: string | null,
): string {
  const page = storefrontOrigin(settings, domain) + path;
  return locale === null ? page : `${page}?lang=${languageOf(locale)}`;
}
