import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

/** A database of its own for one test file or test: a copy of the migrated demo world. */
export interface TestDatabase {
  readonly url: string;
  /** Runs SQL from outside the product: how tests look at invariants. */
  readonly query: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>;
  readonly drop: () => Promise<void>;
}

/** Copies the template. The caller drops it; `useTestDatabase` does so by itself. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(url, (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`),
  );
  const own = Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const pool = new pg.Pool({ connectionString: own, max: 4 });
  pool.on('connect', (client) => client.on('error', () => {})); // dropping the database may end it before it has closed
  return {
    url: own,
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      return (await pool.query<Row>(sql, [...values])).rows;
    },
    async drop() {
      await pool.end();
      await asAdmin(url, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

/** A test database that is dropped when the running test ends. */
export async function useTestDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  return database;
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
