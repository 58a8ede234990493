/** Prefix per credential type, which makes each recognizable (docs/interface/apps.md#credentials). */
export const PREFIX = {
  runtimeToken: 'platform_app_',
  accessToken: 'platform_pat_',
  clientId: 'platform_client_',
  clientSecret: 'platform_secret_',
  webhookSecret: 'whsec_',
  /** Lets an app recognize a code that it didn't request, which therefore has no `state`. */
  storeCode: 'platform_store_',
} as const;

/** Abilities that an access token can have. */
export const ABILITIES = ['develop-apps'] as const;
export type Ability = (typeof ABILITIES)[number];

export const isAbility = (text: string): text is Ability => ABILITIES.some((ability) => ability === text);

/** Maximum number of access tokens per account, not counting revoked ones. */
export const MOST_TOKENS = 100;

/** Records a token's last use at most this often. */
export const LAST_USED_EVERY_MS = 60_000;
