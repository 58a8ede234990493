import { expect, test } from 'vitest';
import { createTestDatabase, useTestDatabase } from '../support/database.ts';
import { startPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// Growing tables, each with a row that ended long ago and a row that's still valid.

const ACCOUNT = '(SELECT min(id) FROM apps.accounts)';
const TEAM = '(SELECT min(id) FROM apps.teams)';
const INSTALL = '(SELECT min(id) FROM apps.installs)';
const APP = '(SELECT min(id) FROM apps.apps)';

const GROWING = {
  'apps.host_sessions': [
    `(account_id, token_hash, created_at, expires_at) SELECT ${ACCOUNT}, $1, now(), `,
    ['1 second', '-1 hour'],
  ],
  'apps.sign_in_failures': [`(key, failures, ends_at) SELECT $1, 1, `, ['1 second', '-1 hour']],
  'apps.team_invitations': [
    `(team_id, invited_by, name, token_hash, created_at, expires_at) SELECT ${TEAM}, ${ACCOUNT}, 'Sam', $1, now(), `,
    ['31 days', '29 days'],
  ],
  'apps.authorization_codes': [
    `(code_hash, app_id, team_id, account_id, redirect_uri, scopes, capabilities, created_at, expires_at)
     SELECT $1, ${APP}, ${TEAM}, ${ACCOUNT}, '', '{}', '{}', now(), `,
    ['31 days', '29 days'],
  ],
  'apps.access_tokens': [
    `(account_id, name, abilities, token_hash, hint, created_at, revoked_at) SELECT ${ACCOUNT}, '', '{}', $1, '', now(), `,
    ['31 days', '29 days'],
  ],
  'apps.device_codes': [
    `(device_code_hash, user_code_hash, client_id, address, interval_seconds, created_at, expires_at)
     SELECT $1, $1, 'platform-cli', '', 2, now(), `,
    ['2 hours', '-1 hour'],
  ],
  'apps.mail_tokens': [
    `(account_id, purpose, token_hash, created_at, expires_at) SELECT ${ACCOUNT}, 'verify', $1, now(), `,
    ['1 second', '-1 hour'],
  ],
  'apps.mails': [
    `(key, recipient, template, params, status, created_at, due_at, expires_at, ended_at)
     SELECT $1, '', 'verify', '{}', 'sent', now(), now(), now(), `,
    ['31 days', '29 days'],
  ],
  'apps.account_events': [
    `(account_id, kind, detail, at) SELECT ${ACCOUNT}, 'session.started', $1, `,
    ['401 days', '399 days'],
  ],
  'apps.runtime_tokens': [
    `(install_id, token_hash, hint, created_at, revoked_at) SELECT ${INSTALL}, $1, '', now(), `,
    ['31 days', '29 days'],
  ],
  'checkout.idempotency': [
    `(storefront_id, surface, operation, checkout_id, key_hash, fingerprint, created_at)
     SELECT 1, 'acp', 'create', gen_random_uuid(), $1, '', `,
    ['49 hours', '47 hours'],
  ],
  'checkout.contacts': [
    `(team_id, created_at, updated_at, merged_into, notes, merged_at)
     SELECT ${TEAM}, now(), now(), (SELECT min(id) FROM checkout.contacts), $1, `,
    ['31 days', '29 days'],
  ],
} as const;

/** Tables with records created by people and apps; the rows never expire. */
const KEPT = [
  'accounts',
  'app_balances',
  'app_invoice_series',
  'app_invoices',
  'app_payouts',
  'app_revenue',
  'apps',
  'app_versions',
  'charges',
  'themes',
  'theme_copies',
  'theme_versions',
  'dispatchers',
  'factors',
  'installs',
  'ledger_entries',
  'listings',
  'memberships',
  'passkey_challenges',
  'plans',
  'platform',
  'setting_versions',
  'statement_payments',
  'subscriptions',
  'teams',
  'theme_trial_days',
  'trial_days',
];
/** Cleaned by jobs with their own tests. */
const ELSEWHERE = [
  'deliveries',
  'delivery_hours',
  'install_settings',
  'listing_media',
  'past_installs',
  'usage_records',
  'queue_samples',
  'webhook_hours',
];

test('every account table is classified as either growing or kept', async () => {
  const { query } = await useTestDatabase();
  const tables = await query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'apps' AND table_type = 'BASE TABLE'`,
  );
  const known = [...Object.keys(GROWING).map((name) => name.replace('apps.', '')), ...KEPT, ...ELSEWHERE];
  expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test('the cleanup deletes exactly the expired rows from every growing table', async () => {
  const database = await createTestDatabase();
  const { query } = database;
  await query(`INSERT INTO apps.apps (account_id, slug, name, type, distribution, client_id, client_secret_sealed, created_at)
    SELECT ${ACCOUNT}, 'swept', 'Swept', 'remote', 'private', 'swept', '', now()`);
  await query(`INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities, webhook_secret_sealed, installed_at)
    SELECT ${APP}, ${TEAM}, true, false, '{}', '{}', '', now()`);
  await query(`INSERT INTO checkout.contacts (team_id, created_at, updated_at) SELECT ${TEAM}, now(), now()`);
  for (const [table, [columns, [ended, lasts]]] of Object.entries(GROWING)) {
    await query(`INSERT INTO ${table} ${columns} now() - interval '${ended}'`, ['ended']);
    await query(`INSERT INTO ${table} ${columns} now() - interval '${lasts}'`, ['lasts']);
  }

  // Some jobs run hourly, starting when the process starts.
  const platform = await startPlatform({ SWEEP_INTERVAL: 'PT1S' }, database);
  try {
    const left = async () => {
      const found = await Promise.all(
        Object.keys(GROWING).map(async (table) => {
          const rows = await query<{ row: string }>(
            `SELECT row_to_json(t)::text AS row FROM ${table} t WHERE row_to_json(t)::text ~ '"(ended|lasts)"'`,
          );
          return rows.map(({ row }) => `${table} ${row.includes('"ended"') ? 'ended' : 'lasts'}`);
        }),
      );
      return found.flat();
    };
    const lasting = Object.keys(GROWING).map((table) => `${table} lasts`);
    expect(await eventually(left, (rows) => rows.length <= lasting.length)).toEqual(lasting);
  } finally {
    await platform.close();
    await database.drop();
  }
});
