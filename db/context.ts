import type { Config } from '#kit/config.ts';
import type { Context } from '#kit/context.ts';
import type { Vault } from '#kit/secrets.ts';
import type { Database } from './database.ts';

/** What an island's resolvers, commands, reactions and jobs get. */
export interface IslandContext extends Context {
  readonly db: Database;
  readonly vault: Vault;
  readonly config: Config;
}
