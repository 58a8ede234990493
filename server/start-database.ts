import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { DatabaseServerError } from '#db/cluster.ts';
import type { DatabaseServer, RunningServer } from '#db/server.ts';
import type { Config } from '#kit/config.ts';

/**
 * Starts or finds the database from the settings: starts the embedded server unless it's running, and leaves
 * an external one unchanged. The caller can do other work first; a failed start rejects when awaited.
 */
export function startDatabase({ databaseUrl, dataDir }: Config): Promise<DatabaseServer> {
  if (databaseUrl) return Promise.resolve({ url: databaseUrl, supervise() {}, release: async () => {} });
  const starting = startEmbedded(dataDir);
  starting.catch(() => {});
  return starting;
}

/** Uses a separate thread, because this one is busy loading modules. */
async function startEmbedded(dataDir: string): Promise<DatabaseServer> {
  const thread = new Worker(new URL('./database-thread.ts', import.meta.url), { workerData: dataDir });
  const [running] = await once(thread, 'message').catch((error: Error) => {
    // Errors from another thread lose their class.
    throw error.name === 'DatabaseServerError' ? new DatabaseServerError(error.message) : error;
  });
  const { embeddedServer } = await import('#db/server.ts');
  return embeddedServer(running as RunningServer); // the thread's result
}
