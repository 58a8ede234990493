/** What a storefront's ACP signing secret is sealed to. */
export const acpSecretRow = (storefrontId: number) => `storefront:${storefrontId}:acp-signing-secret`;

/** What the private half of a signing key is sealed to. */
export const signingKeyRow = (kid: string) => `storefront-signing-key:${kid}`;

/** What the address of a feed is sealed to. */
export const feedUrlRow = (urlHash: string) => `ical-feed-url:${urlHash}`;

/** What the token of an export's link is sealed to. */
export const exportTokenRow = (tokenHash: string) => `ical-export-token:${tokenHash}`;
