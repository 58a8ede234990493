import pg from 'pg';
import { type ServerProcess, startServerProcess } from '../test/support/server-process.ts';
import { openBenchPostgres } from './postgres.ts';

const METRICS_TOKEN = 'a-metrics-token-for-benchmarks-only';
/** Headers for reading metrics from any benchmark server. */
export const METRICS_HEADERS = { authorization: `Bearer ${METRICS_TOKEN}` } as const;

/** A benchmark's own PostgreSQL and server processes. */
export interface BenchWorld {
  readonly database: pg.Client;
  readonly databaseUrl: string;
  /** PostgreSQL's process id. */
  readonly databasePid: number;
  /** Folder for the servers' files, including `demo.json`. */
  readonly dataDir: string;
  /** Settings for every server in this world. */
  readonly settings: Readonly<Record<string, string>>;
  /**
   * Starts another server process, or a similar script, on the same database; the first creates the demo
   * world.
   */
  readonly startServer: (
    settings?: Readonly<Record<string, string>>,
    script?: string,
  ) => Promise<ServerProcess>;
  /** Stops the servers and deletes everything. */
  readonly close: () => Promise<void>;
}

/** Opens an empty world in a temporary folder, with the given PostgreSQL settings. */
export async function openWorld(
  postgresSettings: Readonly<Record<string, string>> = {},
): Promise<BenchWorld> {
  const { dataDir, pid: databasePid, ...postgres } = await openBenchPostgres(postgresSettings);
  const database = new pg.Client({ connectionString: postgres.url });
  await database.connect();
  const servers: ServerProcess[] = [];
  // Prevents a failed benchmark from leaving servers running.
  process.once('exit', () => servers.forEach(({ stop }) => void stop('SIGKILL')));
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a-key-for-benchmarks-only-0123456789',
    AGENT_RATE_LIMIT: '1000000000',
    AGENT_HOLD_NIGHTS: '1000000000',
    PUBLIC_RATE_LIMIT: '1000000000',
    HOLD_TTL: 'PT12H',
    METRICS_TOKEN,
    LOG_LEVEL: 'error',
  };
  return {
    database,
    databaseUrl: postgres.url,
    databasePid,
    dataDir,
    settings,
    async startServer(given = {}, script = 'server/start.js') {
      const server = await startServerProcess({ ...settings, ...given }, script);
      servers.push(server);
      return server;
    },
    async close() {
      await Promise.all(servers.map((server) => server.stop()));
      await database.end();
      await postgres.close();
    },
  };
}

/** Invariants that must always hold (figures 3 and 4): each query returns the rows that violate it. */
export const INVARIANTS = {
  'a night is over-held': 'SELECT unit_type_id, night FROM catalog.night WHERE held + confirmed > total',
  'held units differ from the holds': `
    SELECT n.unit_type_id, n.night FROM catalog.night n
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(h.quantities[array_position(h.unit_type_ids, n.unit_type_id)]), 0) AS units
      FROM catalog.stay_holds h
      WHERE h.state = 'held' AND n.unit_type_id = ANY (h.unit_type_ids) AND n.night >= h.check_in AND n.night < h.check_out
    ) taken ON true
    WHERE n.held <> taken.units`,
} as const;

/** Runs every invariant; returns each invariant's number of violations by name. */
export async function brokenInvariants(database: pg.Client): Promise<Record<string, number>> {
  const broken: Record<string, number> = {};
  for (const [name, query] of Object.entries(INVARIANTS))
    broken[name] = (await database.query(query)).rowCount ?? 0;
  return broken;
}
