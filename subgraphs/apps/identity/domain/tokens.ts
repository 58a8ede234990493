/** Prefix of every kind of credential: what it is can be read off it (docs/interface/apps.md#credentials). */
export const PREFIX = {
  runtimeToken: 'platform_app_',
  accessToken: 'platform_pat_',
  clientId: 'platform_client_',
  clientSecret: 'platform_secret_',
  webhookSecret: 'whsec_',
} as const;

/** What an access token may be allowed to do. */
export const ABILITIES = ['develop-apps'] as const;
export type Ability = (typeof ABILITIES)[number];

/** Whether the text is an ability. */
export const isAbility = (text: string): text is Ability => ABILITIES.some((ability) => ability === text);

/** Access tokens an account has at most, revoked ones not counted. */
export const MOST_TOKENS = 100;

/** A token's last use is written down at most this often. */
export const LAST_USED_EVERY_MS = 60_000;
