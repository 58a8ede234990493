import type { Config } from '#kit/config.ts';
import type { Context } from '#kit/context.ts';
import type { DocumentCheck } from '#kit/registered-documents.ts';
import type { Vault } from '#kit/secrets.ts';
import type { Database } from './database.ts';

/** Context for a subgraph's resolvers, commands, reactions and jobs. */
export interface SubgraphContext extends Context {
  readonly db: Database;
  readonly vault: Vault;
  readonly config: Config;
  readonly services: Services;
}

/**
 * Objects that live as long as the process, by subgraph: the subgraph's `open` creates them and its `close`
 * ends them. Each subgraph extends this type (`services.ts` in its folder) and uses only its own services.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the subgraphs fill it, each in its own folder
export interface Services {}

/** The context before services exist. */
export interface ServiceBase extends Pick<SubgraphContext, 'db' | 'vault' | 'config' | 'clock' | 'log'> {
  /** Checks documents that apps register; the gateway knows their rules. */
  readonly documentCheck: DocumentCheck;
}
