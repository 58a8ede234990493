import type { Config } from '#kit/config.ts';

/** The platform's own host names, without ports; they cover everything below them. */
export const platformNames = ({
  publicOriginApi,
  publicOriginAuth,
  storefrontSuffix,
}: Pick<Config, 'publicOriginApi' | 'publicOriginAuth' | 'storefrontSuffix'>): readonly string[] => [
  ...[publicOriginApi, publicOriginAuth].flatMap((origin) =>
    origin === null ? [] : [new URL(origin).hostname.toLowerCase()],
  ),
  ...(storefrontSuffix === null ? [] : [storefrontSuffix.replace(/:\d+$/, '')]),
];
