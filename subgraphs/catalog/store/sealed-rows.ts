/** What a storefront's ACP signing secret is sealed to. */
export const acpSecretRow = (storefrontId: number) => `storefront:${storefrontId}:acp-signing-secret`;

/** What the private half of a signing key is sealed to. */
export const signingKeyRow = (kid: string) => `storefront-signing-key:${kid}`;
