import type { Config } from '#kit/config.ts';
import type { Context } from '#kit/context.ts';
import type { Vault } from '#kit/secrets.ts';
import type { Database } from './database.ts';

/** What a subgraph's resolvers, commands, reactions and jobs get. */
export interface SubgraphContext extends Context {
  readonly db: Database;
  readonly vault: Vault;
  readonly config: Config;
}
