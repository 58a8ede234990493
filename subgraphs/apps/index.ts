import type { Island } from '#db/island.ts';
import { AccessToken, Account, Membership, Team } from './entities/accounts.ts';
import { App, AppVersion } from './entities/apps.ts';
import { Delivery } from './entities/deliveries.ts';
import { Install, RuntimeToken } from './entities/installs.ts';
import { resolvers } from './resolvers.ts';

/** Accounts, teams, apps, their versions and installs: who everybody is, and what they may do. */
export const apps: Island = {
  name: 'apps',
  resolvers,
  entities: [Account, Team, Membership, AccessToken, App, AppVersion, Install, RuntimeToken, Delivery],
  reactions: [],
  recurring: [],
  queues: [],
};

// What only the platform itself does: there is no GraphQL field for it.
export { createAccessToken } from './commands/access-tokens.ts';
export { createAccount } from './commands/create-account.ts';
export { addMember, createTeam } from './commands/create-team.ts';
