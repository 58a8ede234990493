import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseServerError } from '#db/cluster.ts';
import type { DatabaseServer, RunningServer } from '#db/server.ts';
import type { Config } from '#kit/config.ts';

/**
 * The database of the settings: the embedded one, which is started unless it runs, or an external one, which is left alone. Anyone who
 * uses it may do other work first: that it does not start is heard of when it is awaited.
 */
export function startDatabase({ databaseUrl, dataDir }: Config): Promise<DatabaseServer> {
  if (databaseUrl) return Promise.resolve({ url: databaseUrl, supervise() {}, release: async () => {} });
  const starting = startEmbedded(dataDir);
  starting.catch(() => {});
  return starting;
}

/** In a thread of its own: modules that load leave this one no time for it. */
async function startEmbedded(dataDir: string): Promise<DatabaseServer> {
  const thread = new Worker(new URL('./database-thread.ts', import.meta.url), { workerData: dataDir });
  const [running] = await once(thread, 'message').catch((error: Error) => {
    // Classes do not come with errors of another thread.
    throw error.name === 'DatabaseServerError' ? new DatabaseServerError(error.message) : error;
  });
  const { embeddedServer } = await import('#db/server.ts');
  return embeddedServer(running as RunningServer); // what the thread ends with
}
