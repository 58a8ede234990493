import { type DatabaseServer, openEmbeddedServer } from '#db/server.ts';
import type { Config } from '#kit/config.ts';

/**
 * The database of the settings: the embedded one, which is started unless it runs, or an external one, which is left alone. Anyone who
 * uses it may do other work first: that it does not start is heard of when it is awaited.
 */
export function startDatabase({ databaseUrl, dataDir }: Config): Promise<DatabaseServer> {
  if (databaseUrl) return Promise.resolve({ url: databaseUrl, supervise() {}, release: async () => {} });
  const starting = openEmbeddedServer(dataDir);
  starting.catch(() => {});
  return starting;
}
