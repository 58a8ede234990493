import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVault } from '#kit/secrets.ts';
import { SEALED_COLUMNS } from '#server/subgraphs.ts';
import { factorRow } from '#subgraphs/apps/identity/store/factor-rows.ts';
import { codeSettingsRow, settingRow } from '#subgraphs/apps/installs/store/entities.ts';
import { exportTokenRow, feedUrlRow } from '#subgraphs/catalog/storefronts/store/sealed-rows.ts';
import { detailsRow } from '#subgraphs/payments/store/methods.ts';
import { browserOf, fill } from '../support/accounts.ts';
import { acpAgent } from '../support/acp.ts';
import { acpSurfaceTo } from '../support/acp-storefront.ts';
import { type TestDatabase, useTestDatabase } from '../support/database.ts';
import { developer } from '../support/management.ts';
import { demoAccount, formOf, newOauthApp } from '../support/oauth.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { TEST_SECRET_KEY as OLD } from '../support/secret-key.ts';

const NEW = 'another-key-for-tests-that-is-long-enough-too';
const STRANGE = 'a-key-that-this-database-has-never-heard-of';
const run = promisify(execFile);

/** Runs a product script on a database. Returns its exit code and output. */
async function runScript(script: string, database: TestDatabase, settings: Readonly<Record<string, string>>) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: database.url, ...settings };
  return run(process.execPath, [script], { env, timeout: 60_000 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

/** Returns sealed values in every text column, with the sealing key's id. */
async function sealedValues(platform: TestPlatform) {
  const columns = await platform.database.query<{ table: string; column: string }>(
    `SELECT table_schema || '.' || table_name AS "table", column_name AS "column" FROM information_schema.columns
     WHERE data_type = 'text' AND table_schema IN ('apps', 'catalog', 'checkout', 'payments', 'tasks')`,
  );
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const rows = await platform.database.query<{ keyId: string; count: number }>(
        `SELECT split_part("${column}", '.', 2) AS "keyId", count(*)::int AS count FROM ${table}
         WHERE "${column}" ~ '^v1[.][0-9a-f]{8}[.]' GROUP BY 1`,
      );
      return rows.map((row) => ({ place: `${table}.${column}`, ...row }));
    }),
  );
  return found.flat();
}

/** Adds an account's second factor with its sealed secret. */
async function addFactor({ database, vault }: TestPlatform): Promise<void> {
  const [factor] = await database.query<{ id: number }>(
    `INSERT INTO apps.factors (account_id, kind, created_at) SELECT min(id), 'totp', now() FROM apps.accounts RETURNING id`,
  );
  const id = factor?.id ?? 0;
  await database.query('UPDATE apps.factors SET secret_sealed = $2 WHERE id = $1', [
    id,
    vault.seal('a secret', factorRow(id)),
  ]);
}

/** Adds a payment method with its sealed bank account. */
async function addPaymentMethod({ database, vault }: TestPlatform): Promise<void> {
  const [storefront] = await database.query<{ id: number }>('SELECT min(id) AS id FROM catalog.storefront');
  const id = storefront?.id ?? 0;
  await database.query(
    `INSERT INTO payments.method (storefront_id, team_id, kind, enabled, effect, hold_hours, details_sealed, updated_at)
     VALUES ($1, 1, 'bank_transfer', true, 'extend_hold', 72, $2, now())`,
    [id, vault.seal('{"instructions": "Quote it.", "bankAccount": null}', detailsRow(id, 'bank_transfer'))],
  );
}

/** Adds an app secret set by a team. */
async function addSetting({ database, vault }: TestPlatform): Promise<void> {
  const row = { per: 'install', objectId: 0, key: 'token' };
  const [install] = await database.query<{ id: number }>('SELECT min(id) AS id FROM apps.installs');
  const installId = Number(install?.id);
  await database.query(
    `INSERT INTO apps.install_settings (install_id, per, object_id, key, type, value_sealed, bytes, updated_at)
     VALUES ($1, 'install', 0, 'token', 'secret', $2, 10, now())`,
    [installId, vault.seal('a secret', settingRow({ installId, ...row }))],
  );
}

/** Adds app settings that wait for a code exchange. */
async function addConsent({ database, vault }: TestPlatform): Promise<void> {
  const hash = 'b'.repeat(64);
  await database.query(
    `INSERT INTO apps.authorization_codes (code_hash, app_id, team_id, account_id, redirect_uri, scopes, capabilities,
       settings_sealed, created_at, expires_at)
     SELECT $1, app_id, team_id, (SELECT min(id) FROM apps.accounts), 'https://a.example/', '{}', '{}', $2, now(), now()
     FROM apps.installs LIMIT 1`,
    [hash, vault.seal('[]', codeSettingsRow(hash))],
  );
}

/** Adds a feed with its sealed address and its export link's sealed token. */
async function addFeed({ database, vault }: TestPlatform): Promise<void> {
  const hash = 'a'.repeat(64);
  const [feed] = await database.query<{ id: number; unitTypeId: number }>(
    `INSERT INTO catalog.ical_feed (unit_type_id, name, url_sealed, url_hash, units, hold_back_units, status, created_at, next_read_at)
     SELECT min(id), 'Airbnb', $1, $2, 1, 1, 'paused', now(), now() FROM catalog.unit_type RETURNING id, unit_type_id AS "unitTypeId"`,
    [vault.seal('https://example.com/a.ics', feedUrlRow(hash)), hash],
  );
  await database.query(
    `INSERT INTO catalog.ical_export (unit_type_id, feed_id, calendar_id, token_sealed, token_hash, changed_at)
     VALUES ($1, $2, '', $3, $4, now())`,
    [feed?.unitTypeId, feed?.id, vault.seal('a token', exportTokenRow(hash)), hash],
  );
}

describe('SECRET_KEYS', () => {
  let before: TestPlatform;
  let rotated: TestPlatform;
  beforeAll(async () => {
    before = await startPlatform({ SECRET_KEY: '', SECRET_KEYS: `${OLD},${NEW}` });
    rotated = await startPlatform({ SECRET_KEY: OLD, SECRET_KEYS: NEW }, before.database);
  });
  afterAll(async () => {
    await rotated.close();
    await before.close();
  });

  /** A signed ACP request needs the storefront's sealed secret; an unknown session fails only after the check. */
  const signedStatus = async (platform: TestPlatform) => {
    const agent = acpAgent(acpSurfaceTo(platform, 'signed'));
    const { status } = await agent.get('no-such-session');
    await agent.close();
    return status;
  };

  test('SECRET_KEYS can be rotated on a live server', async () => {
    expect(await signedStatus(before)).toBe(404);
    expect(await signedStatus(rotated)).toBe(404);
    const page = await fetch(`${before.address}/login`);
    const cookie = page.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const { fields } = formOf(await page.text());
    const { email, password } = demoAccount(before, 'host');
    const signedIn = await fetch(`${rotated.address}/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie },
      body: new URLSearchParams({ ...fields, email, password }),
    });
    expect(signedIn.status).toBe(303);
  });

  test('resealing leaves no value sealed with the old key', async () => {
    await before.database.query(
      // the format before values named their key
      `UPDATE catalog.storefront SET signing_key = split_part(signing_key, '.', 3) WHERE domain LIKE 'lakeside%'`,
    );
    const { slug } = await newOauthApp(rotated);
    const { call } = developer(rotated.address, demoAccount(rotated, 'developer').pat ?? '');
    expect((await call('POST', `apps/${slug}/installs`, { team: 'devteam' })).status).toBe(201);
    await addFactor(rotated);
    await addSetting(rotated);
    await addConsent(rotated);
    await addPaymentMethod(rotated);
    await addFeed(rotated);
    await fill(browserOf(rotated), '/forgot', { email: demoAccount(rotated, 'host').email });
    const places = async () => new Set((await sealedValues(before)).map(({ place }) => place));
    await expect
      .poll(places)
      .toEqual(new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)));

    const { code, stdout } = await runScript('server/programs/reseal.ts', before.database, {
      SECRET_KEYS: `${NEW},${OLD}`,
    });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^[1-9]\d* values were sealed again/)]);
    const { keyId } = openVault(NEW);
    expect(new Set((await sealedValues(before)).map((value) => value.keyId))).toEqual(new Set([keyId]));
    const unnamed = `SELECT 1 FROM catalog.storefront WHERE NOT starts_with(signing_key, 'v1.${keyId}.')`;
    expect(await before.database.query(unnamed)).toEqual([]);
    expect(await signedStatus(before)).toBe(404);
    expect(await signedStatus(rotated)).toBe(404);

    const alone = await startPlatform({ SECRET_KEY: NEW }, before.database);
    try {
      expect(await signedStatus(alone)).toBe(404);
    } finally {
      await alone.close();
    }
  }, 60_000);
});

describe('a wrong SECRET_KEY', () => {
  test.each([
    ['a database that knows its key', 'SELECT 1'],
    [
      'a database from before values named their key',
      `DELETE FROM secret_keys; UPDATE catalog.storefront SET signing_key = split_part(signing_key, '.', 3)`,
    ],
  ])('starting with a wrong SECRET_KEY on %s fails with a single log line', async (_case, prepare) => {
    const database = await useTestDatabase();
    await database.query(prepare);
    const { code, stderr } = await runScript('server/main.ts', database, { SECRET_KEY: STRANGE });
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^SECRET_KEY can't open this database's secrets, .* add it to SECRET_KEYS\.$/),
    ]);
  });
});
