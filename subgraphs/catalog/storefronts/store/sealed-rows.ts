/** Sealing context for a storefront's ACP signing secret. */
export const acpSecretRow = (storefrontId: number) => `storefront:${storefrontId}:acp-signing-secret`;

/** Sealing context for a signing key's private half. */
export const signingKeyRow = (kid: string) => `storefront-signing-key:${kid}`;

/** Sealing context for a feed's address. */
export const feedUrlRow = (urlHash: string) => `ical-feed-url:${urlHash}`;

/** Sealing context for an export link's token. */
export const exportTokenRow = (tokenHash: string) => `ical-export-token:${tokenHash}`;
