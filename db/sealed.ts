import { sql } from 'kysely';
import { ConfigError } from '#kit/config.ts';
import type { SubgraphContext } from './context.ts';
import type { SealedColumn } from './subgraph.ts';
import { inTransaction, statements, type Transaction } from './transaction.ts';

type Sealing = Pick<SubgraphContext, 'db' | 'vault'>;

/** Vault row name that a canary is sealed to. */
const canaryRow = (keyId: string): string => `secret-key:${keyId}:canary`;
const CANARY = 'This key opens values that it sealed.';

const BATCH = 500;

/**
 * Makes sure that the vault can open every sealed value in this database, and stores a canary for the current
 * sealing key. Throws a one-line `ConfigError` if a key is missing
 * (docs/reference/platform-settings.md#secret-keys).
 */
export async function checkSecretKeys(ctx: Sealing, columns: readonly SealedColumn[]): Promise<void> {
  const { rows: canaries } = await sql<{ readonly keyId: string; readonly canary: string }>`
    SELECT key_id AS "keyId", canary FROM secret_keys`.execute(statements(ctx));
  for (const { keyId, canary } of canaries) {
    if (!opens(ctx, canary, canaryRow(keyId))) throw missing(`the key ${keyId}`);
  }
  // Values sealed before canaries existed don't name their key, so one value per column is tried.
  if (canaries.length === 0) {
    for (const column of columns) {
      const [value] = await read(ctx, column, { notUnder: null, most: 1 });
      if (value && !opens(ctx, value.sealed, value.row)) throw missing('another key');
    }
  }
  await keepCanary(ctx);
}

function opens({ vault }: Sealing, sealed: string, row: string): boolean {
  try {
    vault.open(sealed, row);
    return true;
  } catch {
    return false;
  }
}

const missing = (key: string): ConfigError =>
  new ConfigError([
    `SECRET_KEY can't open this database's secrets, which are sealed under ${key}. Set SECRET_KEY to that key, or add it to SECRET_KEYS.`,
  ]);

async function keepCanary(ctx: Sealing): Promise<void> {
  const { keyId, seal } = ctx.vault;
  await sql`
    INSERT INTO secret_keys (key_id, canary) VALUES (${keyId}, ${seal(CANARY, canaryRow(keyId))})
    ON CONFLICT (key_id) DO NOTHING`.execute(statements(ctx));
}

/**
 * Reseals every value that isn't sealed under the newest key, and deletes the other keys' canaries. Returns
 * the number of resealed values. Safe to interrupt, to repeat, and to run while the product is in use
 * (docs/reference/platform-settings.md#secret-keys).
 */
export async function reseal(ctx: Sealing, columns: readonly SealedColumn[]): Promise<number> {
  await keepCanary(ctx);
  let resealed = 0;
  for (const column of columns) {
    for (;;) {
      const count = await inTransaction(ctx, (em) => resealBatch(ctx, em, column));
      resealed += count;
      if (count < BATCH) break;
    }
  }
  await sql`DELETE FROM secret_keys WHERE key_id <> ${ctx.vault.keyId}`.execute(statements(ctx));
  return resealed;
}

async function resealBatch(ctx: Sealing, em: Transaction, column: SealedColumn): Promise<number> {
  const values = await read(ctx, column, { notUnder: ctx.vault.keyId, most: BATCH, em });
  const { vault } = ctx;
  for (const { id, row, sealed } of values) {
    await sql`
      UPDATE ${sql.table(column.table)} SET ${sql.ref(column.column)} = ${vault.seal(vault.open(sealed, row), row)}
      WHERE id = ${id}`.execute(statements(em));
  }
  return values.length;
}

interface SealedValue {
  readonly id: number;
  /** The vault's row name. */
  readonly row: string;
  readonly sealed: string;
}

interface Reading {
  /** Leaves out values sealed under the key with this id. */
  readonly notUnder: string | null;
  readonly most: number;
  /** Locks the rows it reads, so that they don't change. */
  readonly em?: Transaction;
}

async function read(
  ctx: Sealing,
  { table, column, from, row }: SealedColumn,
  { notUnder, most, em }: Reading,
): Promise<readonly SealedValue[]> {
  const named = sql.join(from.map((name) => sql.ref(name)));
  const { rows } = await sql<
    Readonly<Record<string, unknown>> & { readonly id: number; readonly sealed: string }
  >`
    SELECT id, ${named}, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
    WHERE ${sql.ref(column)} IS NOT NULL AND NOT starts_with(${sql.ref(column)}, ${`v1.${notUnder ?? '-'}.`})
    ORDER BY id LIMIT ${most} ${em ? sql`FOR UPDATE` : sql``}`.execute(statements(em ?? ctx));
  return rows.map((value) => ({ id: value.id, row: row(value), sealed: value.sealed }));
}
