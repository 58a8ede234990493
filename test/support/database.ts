import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** A separate database for one test file or test: a copy of the migrated demo world. */
export interface TestDatabase {
  readonly url: string;
  /** Runs SQL from outside the product, for tests that check invariants. */
  readonly query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly drop: () => Promise<void>;
}

/** Copies the template. The caller drops it; `useTestDatabase` does so automatically. */
export const createTestDatabase = (): Promise<TestDatabase> => copyDatabase(inject('postgres').template);

/** An empty database without tables. The caller drops it. */
export const openEmptyDatabase = (): Promise<TestDatabase> => copyDatabase('template0');

async function copyDatabase(template: string): Promise<TestDatabase> {
  const { url } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(url, (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  );
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const pool = new pg.Pool({ connectionString: own, max: 4 });
  return {
    url: own,
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(sql, [...values])).rows;
    },
    async drop() {
      await pool.end();
      await asAdmin(url, async (admin) => {
        await allGone(admin, name);
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      });
    },
  };
}

/** A test database that is dropped when the running test ends. */
export async function useTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** Pools report being closed before their connections are: waits for these, so that none is interrupted. */
async function allGone(admin: pg.Client, name: string): Promise<void> {
  const deadline = performance.now() + 2_000;
  while (performance.now() < deadline) {
    const { rowCount } = await admin.query('SELECT 1 FROM pg_stat_activity WHERE datname = $1', [name]);
    if (rowCount === 0) return;
    await sleep(20);
  }
}

async function asAdmin(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href,
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
