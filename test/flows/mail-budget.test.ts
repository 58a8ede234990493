import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserOf, fill, stranger } from '../support/accounts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ask, hostOf } from '../support/developer.ts';
import { openReception } from '../support/guests.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { newRequester, openRequests } from '../support/requests.ts';
import { eventually } from '../support/task-world.ts';

// A stranger who books, signs up and requests passwords in another person's name can't fill a mailbox
// (docs/interface/mails.md#strangers).

let platforms: readonly TestPlatform[];
let platform: TestPlatform;
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  platform = await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' }, database);
  platforms = [platform, await startPlatform({ TRUSTED_PROXIES: '127.0.0.1' }, database)];
});
afterAll(async () => {
  for (const process of platforms) await process.close();
  await database.drop();
});

const mailsTo = (email: string) =>
  platform.database.query<{ template: string }>(
    'SELECT template FROM apps.mails WHERE lower(recipient) = ANY ($1) ORDER BY id',
    [[email, email.replace('@', '+spam@')]],
  );
const allWritten = () =>
  eventually(
    () =>
      platform.database.query(
        `SELECT FROM pgboss.job WHERE state IN ('created', 'active', 'retry')
           AND (name IN ('apps/mail-booking', 'apps/mail-request', 'apps/sign-up') OR name LIKE 'booking%/apps')`,
      ),
    (jobs) => jobs.length === 0,
  );

describe('the budget of emails that strangers trigger', () => {
  test('strangers can trigger five emails an hour to an address across storefronts, types and processes', async () => {
    const victim = 'victim@example.com';
    const guest = { firstName: 'Ada', lastName: 'Byron', email: victim };
    const receptions = [];
    for (const process of platforms) {
      // One after another: each updates every night, and two concurrent updates can deadlock.
      for (const team of ['lakeside', 'harbour']) receptions.push(await openReception(process, team));
    }
    const requests = await openRequests(platform, 'alpine');
    await Promise.all([
      ...receptions.flatMap((reception, at) => [
        reception.book({ ...guest, email: at % 2 ? 'Victim@Example.com' : 'victim+spam@example.com' }),
        reception.book(guest),
      ]),
      requests.place({ guest: { ...newRequester(), email: victim } }),
      fill(browserOf(platform), '/signup', { ...stranger(), email: victim }),
    ]);
    await allWritten();
    const mails = await mailsTo(victim);
    expect(mails).toHaveLength(5);
  });

  test("notices to members don't use up the budget for stranger-triggered emails", async () => {
    const mails = await platform.database.query<{ template: string; budget: string | null }>(
      `SELECT template, budget FROM apps.mails WHERE template LIKE 'host-%'`,
    );
    expect(mails.length).toBeGreaterThan(5);
    expect(mails.filter(({ budget }) => budget !== null)).toEqual([]);
  });

  test('a guest who pays receives the confirmation despite a used-up budget', async () => {
    const reception = await openReception(platform, 'lakeside');
    const guest = { firstName: 'Ada', lastName: 'Byron', email: 'payer@example.com' };
    const booked = [];
    for (let n = 0; n < 6; n++) booked.push(await reception.book(guest));
    await allWritten();
    expect(await mailsTo(guest.email)).toHaveLength(5);
    await ask(
      platform,
      hostOf(reception.teamId),
      'mutation($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }',
      { id: booked.at(-1)?.id },
    );
    await allWritten();
    expect((await mailsTo(guest.email)).map(({ template }) => template)).toContain('guest-confirmed');
  });
});
