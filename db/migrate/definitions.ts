import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from '#kit/log.ts';
import { LOCK_WAIT_MS, untilUnlocked } from './lock-waits.ts';
import { missingMigrations } from './migration-names.ts';

/**
 * Folders whose `functions.sql` defines functions and triggers, each once: the shared folder first, then
 * subgraph folders.
 */
export const DEFINITIONS = [
  'db',
  'apps/authoring',
  'apps/billing',
  'apps/identity',
  'apps/installs',
  'catalog',
  'checkout',
  'tasks',
] as const;

/** Returns a folder's current functions and triggers; safe to run again. */
export const definitionsOf = (folder: (typeof DEFINITIONS)[number]): Promise<string> =>
  readFile(
    new URL(
      folder === 'db' ? '../functions.sql' : `../../subgraphs/${folder}/store/functions.sql`,
      import.meta.url,
    ),
    'utf8',
  );

/** Definitions applied together: a folder's functions, or one trigger. */
interface Part {
  /** The folder, or the table and the trigger's name. */
  readonly name: string;
  readonly text: string;
  readonly hash: string;
}

/**
 * Applies definitions that differ from the database's, after the migrations and under their lock. A release
 * that returns to an earlier definition restores it. An earlier release's process that starts later doesn't:
 * it lacks a migration that the database has. A trigger locks its table, so each changed trigger has its own
 * transaction.
 */
export async function applyDefinitions(
  client: pg.Client,
  textOf = definitionsOf,
  log?: Pick<Logger, 'warn'>,
): Promise<void> {
  const { inRelease } = await missingMigrations(client);
  if (inRelease.length > 0) return;
  const { rows } = await client.query<{ folder: string; hash: string }>(
    'SELECT folder, hash FROM definitions',
  );
  const known = new Map(rows.map(({ folder, hash }) => [folder, hash]));
  const texts = await Promise.all(DEFINITIONS.map(async (folder) => partsOf(folder, await textOf(folder))));
  const changed = texts.flat().filter(({ name, hash }) => known.get(name) !== hash);
  const isNew = known.size === 0; // not in use yet
  for (const parts of isNew ? [changed] : changed.map((part) => [part])) {
    await untilUnlocked(() => apply(client, parts), log);
  }
}

function partsOf(folder: string, text: string): readonly Part[] {
  const statements = text.replace(/^--.*\n/gm, '').split(/^(?=CREATE OR REPLACE )/m);
  const triggers = statements.filter((one) => TRIGGER.test(one));
  const functions = statements.filter((one) => !TRIGGER.test(one)).join('');
  return [
    partOf(folder, functions),
    ...triggers.map((trigger) => {
      const [, name, table] = TRIGGER.exec(trigger) ?? [];
      return partOf(`${table} ${name}`, trigger);
    }),
  ];
}

const TRIGGER = /^CREATE OR REPLACE TRIGGER (\S+) .*? ON (\S+)/;

const partOf = (name: string, text: string): Part => ({
  name,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
});

async function apply(client: pg.Client, parts: readonly Part[]): Promise<void> {
  await client.query(
    `BEGIN; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}; SET LOCAL check_function_bodies = off`,
  );
  try {
    await client.query(parts.map(({ text }) => text).join(''));
    await client.query(
      `INSERT INTO definitions (folder, hash) SELECT * FROM unnest($1::text[], $2::text[])
      ON CONFLICT (folder) DO UPDATE SET hash = excluded.hash, applied_at = now()`,
      [parts.map(({ name }) => name), parts.map(({ hash }) => hash)],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
