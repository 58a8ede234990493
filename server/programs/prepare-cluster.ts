import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { exists, findBinaries, giveTo } from '#db/cluster.ts';
import { openDatabase } from '#db/database.ts';
import { INITIAL_PASSWORD, NO_PLATFORM, preparedFolder } from '#db/prepared-cluster.ts';
import { embeddedServer, runEmbeddedServer } from '#db/server.ts';
import { namesOf } from '#db/subgraph.ts';
import { SUBGRAPHS } from '../subgraphs.ts';
import { log } from './with-database.ts';

/** Keeps the write-ahead log small, since every copy contains it. */
const SETTINGS = { fsync: 'off', wal_recycle: 'off', min_wal_size: '32MB' };

/**
 * Stores a stopped cluster with this checkout's tables, functions and queues for first starts
 * (db/prepared-cluster.ts), and removes earlier checkouts' clusters. If several processes do so, the first one's cluster
 * stays.
 */
export async function prepareCluster(): Promise<void> {
  const folder = await preparedFolder(await findBinaries());
  if (await exists(join(folder, 'PG_VERSION'))) return;
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(join(parent, 'draft-'));
  try {
    const made = await makeCluster(draft);
    await rename(made, folder);
  } catch (error) {
    if (!(await exists(join(folder, 'PG_VERSION')))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 });
  }
  for (const name of await readdir(parent)) {
    if (name.startsWith('cluster-') && name !== basename(folder))
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Creates the cluster in a draft folder and stops it; returns its folder. */
async function makeCluster(draft: string): Promise<string> {
  const running = await runEmbeddedServer(draft, SETTINGS, false);
  const server = embeddedServer(running);
  try {
    const entities = SUBGRAPHS.flatMap((subgraph) => subgraph.entities);
    const queues = SUBGRAPHS.flatMap((subgraph) => subgraph.queues.flatMap(namesOf));
    const db = await openDatabase({ url: server.url, entities, queues, log, poolSize: 2 });
    await db.close();
    await reset(server.url);
  } finally {
    await server.release();
  }
  const { folder, owner } = running.cluster;
  const password = join(folder, INITIAL_PASSWORD);
  await writeFile(password, await readFile(join(draft, 'postgres.password'), 'utf8'), { mode: 0o600 });
  await giveTo(owner, password);
  await rm(join(folder, 'server.log'), { force: true });
  return folder;
}

/** Marks the cluster as one to copy. */
async function reset(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('UPDATE apps.platform SET id = $1', [NO_PLATFORM]);
    await client.query('SELECT pg_switch_wal()'); // to an empty file, so that the checkpoint removes the full one
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}
