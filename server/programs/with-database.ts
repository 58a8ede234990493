import Fastify from 'fastify';
import { type Database, openDatabase } from '#db/database.ts';
import { openEmbeddedServer } from '#db/server.ts';
import { namesOf } from '#db/subgraph.ts';
import { UpgradeError } from '#db/upgrade-error.ts';
import type { Config } from '#kit/config.ts';
import { ConfigError, readConfig } from '#kit/config.ts';
import { SUBGRAPHS } from '../subgraphs.ts';

/** Logs to standard error in the servers' format, because a program's result goes to standard output. */
export const { log } = Fastify({ logger: { level: 'warn', stream: process.stderr } });

/** A refusal that a program prints as one line. */
export class ProgramRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProgramRefusal';
  }
}

/** A command's work; `url` is the direct database address, without the pooler. Returns a line to print. */
type Work = (config: Config, db: Database, url: string) => Promise<string>;

/**
 * Runs a command's work on the migrated database from the settings and prints the line it returns; an invalid
 * setting and a refusal also print one line.
 */
export async function runOnDatabase(work: Work): Promise<void> {
  try {
    const config = readConfig(process.env);
    process.stdout.write(`${await withDatabase(config, work)}\n`);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UpgradeError || error instanceof ProgramRefusal))
      throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function withDatabase(config: Config, work: Work): Promise<string> {
  const server = config.databaseUrl
    ? { url: config.databaseUrl, release: async () => {} }
    : await openEmbeddedServer(config.dataDir);
  try {
    const entities = SUBGRAPHS.flatMap((subgraph) => subgraph.entities);
    const queues = SUBGRAPHS.flatMap((subgraph) => subgraph.queues.flatMap(namesOf));
    const { databaseDirectUrl: directUrl, databasePrepares: prepares } = config;
    const db = await openDatabase({
      url: server.url,
      directUrl,
      prepares,
      entities,
      queues,
      log,
      poolSize: 2,
    });
    try {
      return await work(config, db, directUrl ?? server.url);
    } finally {
      await db.close();
    }
  } finally {
    await server.release();
  }
}
