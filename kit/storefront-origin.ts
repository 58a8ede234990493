import type { Config } from './config.ts';
import { languageOf } from './language.ts';

/**
 * Origin of a storefront that links lead to which are made without a request, in mails for example: its own domain with the scheme and port of the settings, never of a request
 * (docs/interface/mails.md#links).
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
 * Address of a guest's page for a mail, which opens in the language of the mail; where their locale is not known, the browser decides
 * (docs/interface/mails.md#links).
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
