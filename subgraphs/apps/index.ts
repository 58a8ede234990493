import type { Island } from '#db/island.ts';
import { expireForwardQueue } from './commands/expire-forward-queue.ts';
import { forgetDeliveries } from './commands/forget-deliveries.ts';
import { forgetExpired } from './commands/forget-expired.ts';
import { releaseHandedOver } from './commands/forward-deliveries.ts';
import { dispatcher } from './dispatcher.ts';
import { AccessToken, Account, Membership, Team } from './entities/accounts.ts';
import { App, AppVersion, clientSecretRow } from './entities/apps.ts';
import { Delivery } from './entities/deliveries.ts';
import { Install, RuntimeToken, webhookSecretRow } from './entities/installs.ts';
import { AuthorizationCode, HostSession } from './entities/oauth.ts';
import { reactions } from './reactions.ts';
import { resolvers } from './resolvers.ts';

/** How often it is looked for `forward` windows that ended with something nobody acknowledged. */
const RELEASE_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

/** Accounts, teams, apps, their versions and installs: who everybody is, and what they may do. */
export const apps: Island = {
  name: 'apps',
  resolvers,
  entities: [
    Account,
    Team,
    Membership,
    AccessToken,
    HostSession,
    App,
    AppVersion,
    Install,
    RuntimeToken,
    AuthorizationCode,
    Delivery,
  ],
  reactions,
  recurring: [
    { name: 'apps/release-handed-over', everyMs: () => RELEASE_EVERY_MS, run: releaseHandedOver },
    {
      name: 'apps/expire-forward-queue',
      everyMs: ({ sweepIntervalMs }) => sweepIntervalMs,
      run: expireForwardQueue,
    },
    { name: 'apps/forget-deliveries', everyMs: () => HOUR_MS, run: forgetDeliveries },
    { name: 'apps/forget-expired', everyMs: ({ sweepIntervalMs }) => sweepIntervalMs, run: forgetExpired },
  ],
  queues: [],
  services: [dispatcher],
  sealed: [
    {
      table: 'apps.apps',
      column: 'client_secret_sealed',
      from: ['client_id'],
      row: (app) => clientSecretRow(String(app.client_id)),
    },
    {
      table: 'apps.installs',
      column: 'webhook_secret_sealed',
      from: ['app_id', 'team_id'],
      row: (install) => webhookSecretRow({ appId: Number(install.app_id), teamId: Number(install.team_id) }),
    },
  ],
};

// What only the platform itself does: there is no GraphQL field for it.
export { createAccessToken } from './commands/access-tokens.ts';
export { createAccount } from './commands/create-account.ts';
export { addMember, createTeam } from './commands/create-team.ts';

// What the OAuth metadata lists.
export { SCOPES } from './domain/vocabulary.ts';
