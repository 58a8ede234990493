import { expect, onTestFinished, test } from 'vitest';
import { openMigrations } from '#db/migrate/migrate.ts';
import { openEmptyDatabase } from '../support/database.ts';

const MIGRATION = '20261217-open-invitations';

test("accounts confirmed by an open invitation become unconfirmed unless they've since confirmed their address", async () => {
  const database = await openEmptyDatabase();
  const orm = await openMigrations(database.url);
  onTestFinished(async () => {
    await orm.close();
    await database.drop();
  });
  const names = (await orm.migrator.getPending()).map(({ name }) => name).sort();
  await orm.migrator.up({ to: names[names.indexOf(MIGRATION) - 1] ?? expect.unreachable() });
  const madeAt = '2026-06-01T10:00:00.250Z';
  const later = '2026-06-01T10:00:00.400Z';
  const add = async (name: string, verifiedAt: string | null = madeAt) => {
    const [account] = await database.query<{ id: number }>(
      `INSERT INTO apps.accounts (email, name, password_hash, created_at, verified_at)
       VALUES ($1 || '@example.com', $1, '', $2, $3) RETURNING id`,
      [name, madeAt, verifiedAt],
    );
    return account?.id ?? expect.unreachable();
  };
  const joins = async (accountId: number, email: string | null, at = later, endedAt = at) => {
    const [team] = await database.query<{ id: number }>(
      `INSERT INTO apps.teams (slug, name, created_at) VALUES ('team-' || $1::int, 'Team', now()) RETURNING id`,
      [accountId],
    );
    await database.query(
      'INSERT INTO apps.memberships (account_id, team_id, created_at) VALUES ($1, $2, $3)',
      [accountId, team?.id, at],
    );
    await database.query(
      `INSERT INTO apps.team_invitations (team_id, invited_by, name, token_hash, created_at, expires_at, email, status, ended_at)
       VALUES ($1, $2, 'x', 'hash-' || $2::int, $3, $3, $4, 'accepted', $5)`,
      [team?.id, accountId, madeAt, email, endedAt],
    );
  };
  const event = (accountId: number, kind: string) =>
    database.query('INSERT INTO apps.account_events (account_id, kind, at) VALUES ($1, $2, now())', [
      accountId,
      kind,
    ]);
  await joins(await add('open'), null);
  await joins(await add('addressed'), 'addressed@example.com');
  const reset = await add('reset');
  await joins(reset, null);
  await event(reset, 'password.reset');
  const signedIn = await add('signed-in');
  await joins(signedIn, null);
  await event(signedIn, 'session.started');
  await joins(await add('proved-first', '2026-06-01T10:05:00Z'), null);
  await joins(await add('joined-later'), null, '2026-06-02T10:00:00Z');
  await add('set-up');
  await orm.migrator.up({ to: MIGRATION });
  const rows = await database.query<{ name: string }>(
    `SELECT name FROM apps.accounts WHERE status = 'unverified' AND verified_at IS NULL AND password_disputed ORDER BY id`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['open', 'signed-in']);
  const kept = await database.query(
    `SELECT FROM apps.accounts WHERE status = 'active' AND NOT password_disputed`,
  );
  expect(kept).toHaveLength(5);
});
