import type { Config } from '#kit/config.ts';
import type { Context } from '#kit/context.ts';
import type { Vault } from '#kit/secrets.ts';
import type { Database } from './database.ts';

/** What a subgraph's resolvers, commands, reactions and jobs get. */
export interface SubgraphContext extends Context {
  readonly db: Database;
  readonly vault: Vault;
  readonly config: Config;
  readonly services: Services;
}

/**
 * What lives as long as the process, by subgraph: made by the subgraph's `open`, ended by its `close`. A subgraph adds what it
 * makes to this type (`services.ts` in its folder) and uses nothing of the others.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the subgraphs fill it, each in its own folder
export interface Services {}

/** What is there before the services are. */
export type ServiceBase = Pick<SubgraphContext, 'db' | 'vault' | 'config' | 'clock' | 'log'>;
