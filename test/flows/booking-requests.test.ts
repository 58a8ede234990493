import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sweepRequests } from '#subgraphs/checkout/requests/commands/sweep-requests.ts';
import { ask, contextOf, hostOf } from '../support/developer.ts';
import { linkOf, type Mailbox, openMailbox } from '../support/mailbox.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { newRequester, openRequests, type RequestAnswer } from '../support/requests.ts';
import { daysAhead } from '../support/stays.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/requests.md: storefronts without instant booking take requests; the host accepts or declines
// them.

let mailbox: Mailbox;
let platform: TestPlatform;
let requests: Awaited<ReturnType<typeof openRequests>>;
beforeAll(async () => {
  mailbox = await openMailbox();
  platform = await startPlatform({ MAIL_URL: mailbox.url, SWEEP_INTERVAL: 'PT1S' });
  requests = await openRequests(platform, 'alpine');
});
afterAll(async () => {
  await platform.close();
  await mailbox.close();
});

const sql = <R extends object = object>(text: string, values: readonly unknown[] = []) =>
  platform.database.query<R>(text, [...values]);
const codes = ({ userErrors }: RequestAnswer) => userErrors.map(({ code }) => code);
let day = 120;
/** Dates that no other test uses. */
const freshDates = () => {
  day += 5;
  return { checkIn: daysAhead(day), checkOut: daysAhead(day + 2) };
};
const setting = async (input: object) => {
  const { storefrontUpdate } = await ask<{
    storefrontUpdate: { userErrors: { code: string; field: string[] }[] };
  }>(
    platform,
    requests.host,
    'mutation($input: StorefrontUpdateInput!) { storefrontUpdate(input: $input) { userErrors { code field } } }',
    { input: { id: String(requests.storefront), ...input } },
  );
  return storefrontUpdate.userErrors;
};

describe('a request', () => {
  test('a request reaches the host only after its guest confirms it', async () => {
    const { bookingRequest } = await requests.place({ ...freshDates() });
    const id = bookingRequest?.id ?? '';
    expect(bookingRequest?.status).toBe('unverified');
    const { bookingRequests } = await ask<{ bookingRequests: { nodes: { id: string }[] } }>(
      platform,
      requests.host,
      '{ bookingRequests { nodes { id } } }',
    );
    expect(bookingRequests.nodes.map((node) => node.id)).not.toContain(id);
    expect(codes(await requests.accept(id, 1))).toEqual(['NOT_FOUND']);
    expect(codes(await requests.verify(id, 'x'.repeat(43)))).toEqual(['LINK_OVER']);
    await sql(
      `UPDATE checkout.booking_requests SET created_at = now() - interval '31 minutes' WHERE id = $1`,
      [id],
    );
    expect(codes(await requests.verify(id, await requests.tokenOf(id)))).toEqual(['LINK_OVER']);
    await sql(
      `UPDATE checkout.booking_requests SET created_at = now() - interval '61 minutes' WHERE id = $1`,
      [id],
    );
    await eventually(
      () => requests.statusOf(id),
      (status) => status === null,
    );
  });

  test("a request sends its guest emails when it's accepted, paid and confirmed", async () => {
    const guest = newRequester();
    const dates = freshDates();
    await requests.place({ ...dates, guest, locale: 'de' });
    const mail = await mailbox.mailTo(guest.email, /^Bitte bestätigen/);
    const { pathname, search } = new URL(linkOf(mail));
    expect(search).toBe('?lang=de');
    const [, , id = '', , token = ''] = pathname.split('/');
    const { bookingRequest: pending } = await requests.verify(id, token);
    expect(pending?.status).toBe('pending');
    expect(await requests.takenOn(dates.checkIn)).toEqual({ held: 0, confirmed: 0 });
    const [owner] = await sql<{ email: string }>(
      `SELECT a.email FROM apps.accounts a JOIN apps.memberships m ON m.account_id = a.id WHERE m.team_id = $1 LIMIT 1`,
      [requests.team],
    );
    await mailbox.mailTo(owner?.email ?? '', /^Request for/);

    const { bookingRequest: accepted } = await requests.accept(id);
    expect(accepted).toMatchObject({
      status: 'accepted',
      booking: { status: 'held', total: pending?.quote.total },
    });
    expect(await requests.takenOn(dates.checkIn)).toEqual({ held: 1, confirmed: 0 });
    expect((await mailbox.mailTo(guest.email, /^Bitte bezahlen/)).text).toContain(
      'Ihre Anfrage wurde angenommen.',
    );
    expect(codes(await requests.accept(id, 3))).toEqual(['NOT_PENDING']);

    await ask(
      platform,
      requests.host,
      'mutation($id: ID!) { bookingMarkPaid(id: $id) { userErrors { code } } }',
      {
        id: accepted?.booking?.id,
      },
    );
    expect(await requests.statusOf(id)).toBe('booked');
    expect(await requests.takenOn(dates.checkIn)).toEqual({ held: 0, confirmed: 1 });
    await mailbox.mailTo(guest.email, /ist bestätigt/);
  });

  test("an accepted request lapses if the guest doesn't pay", async () => {
    const dates = freshDates();
    const { id } = await requests.request(dates);
    const { bookingRequest } = await requests.accept(id);
    await sql('UPDATE checkout.bookings SET hold_expires_at = now() WHERE id = $1', [
      bookingRequest?.booking?.id,
    ]);
    await eventually(
      () => requests.statusOf(id),
      (status) => status === 'lapsed',
    );
    await eventually(
      () => requests.takenOn(dates.checkIn),
      ({ held }) => held === 0,
    );
  });

  test("declining a request sends the guest an email without the host's note", async () => {
    const guest = newRequester();
    const { id } = await requests.request({ ...freshDates(), guest });
    const { bookingRequest } = await requests.decline(id, 2, 'They broke the lamp last time.');
    expect(bookingRequest?.status).toBe('declined');
    const mail = await mailbox.mailTo(guest.email, /was declined/);
    expect(`${mail.text}${mail.html}`).not.toContain('lamp');
  });

  test('the activity lists accepted and declined requests', async () => {
    const accepted = await requests.request({ ...freshDates() });
    const declined = await requests.request({ ...freshDates() });
    await requests.accept(accepted.id);
    await requests.decline(declined.id, 2);
    const recorded = await sql(
      `SELECT e.kind FROM team_events e JOIN checkout.booking_requests r ON r.reference = e.subject
       WHERE r.id = ANY ($1) AND e.team_id = r.team_id ORDER BY e.id`,
      [[accepted.id, declined.id]],
    );
    expect(recorded).toEqual([{ kind: 'booking_request.accepted' }, { kind: 'booking_request.declined' }]);
  });

  test('an unanswered request releases its nights', async () => {
    await setting({ requestMode: 'hold' });
    const guest = newRequester();
    const dates = freshDates();
    const { id } = await requests.request({ ...dates, guest });
    await setting({ requestMode: 'ask' });
    expect(await requests.takenOn(dates.checkIn)).toEqual({ held: 1, confirmed: 0 });
    await sql('UPDATE checkout.booking_requests SET respond_by = now() WHERE id = $1', [id]);
    expect(codes(await requests.accept(id))).toEqual(['NOT_PENDING']);
    await mailbox.mailTo(guest.email, /was not answered/);
    await eventually(
      () => requests.takenOn(dates.checkIn),
      ({ held }) => held === 0,
    );
  });

  test('accepting a request that holds nights uses those nights', async () => {
    await setting({ requestMode: 'hold' });
    const dates = freshDates();
    const { id } = await requests.request(dates);
    await setting({ requestMode: 'ask' });
    const { bookingRequest } = await requests.accept(id);
    expect(bookingRequest?.status).toBe('accepted');
    expect(await requests.takenOn(dates.checkIn)).toEqual({ held: 1, confirmed: 0 });
    const [row] = await sql<{ until: boolean }>(
      `SELECT h.held_until = b.hold_expires_at AS until FROM checkout.bookings b
       JOIN catalog.stay_holds h ON h.id = b.hold_id WHERE b.id = $1`,
      [bookingRequest?.booking?.id],
    );
    expect(row?.until).toBe(true);
  });

  test('a withdrawn request releases its nights', async () => {
    await setting({ requestMode: 'hold' });
    const dates = freshDates();
    const { id } = await requests.request(dates);
    await setting({ requestMode: 'ask' });
    expect((await requests.withdraw(id)).bookingRequest?.status).toBe('withdrawn');
    expect((await requests.withdraw(id)).bookingRequest?.status).toBe('withdrawn');
    expect(await requests.takenOn(dates.checkIn)).toEqual({ held: 0, confirmed: 0 });
    expect(codes(await requests.accept(id, 3))).toEqual(['NOT_PENDING']);
  });

  test('accepting a request for taken nights fails and emails other dates to the guest', async () => {
    const guest = newRequester();
    const dates = freshDates();
    const { id } = await requests.request({ ...dates, guest });
    await sql('UPDATE catalog.night SET closed = total WHERE unit_type_id = $1 AND night = $2', [
      requests.unit,
      dates.checkIn,
    ]);
    expect(codes(await requests.accept(id))).toEqual(['NIGHTS_TAKEN']);
    expect(await requests.statusOf(id)).toBe('failed');
    expect((await mailbox.mailTo(guest.email, /no longer available/)).text).toContain(
      'Nearest available dates: ',
    );
  });

  test('a request keeps its price for 24 hours; after that, the host has to confirm a changed price', async () => {
    const dates = freshDates();
    const [kept, late] = [await requests.request(dates), await requests.request(dates)];
    await sql('UPDATE catalog.night SET total = 10, rate = 99900 WHERE unit_type_id = $1 AND night = $2', [
      requests.unit,
      dates.checkIn,
    ]);
    await eventually(
      () => requests.place({ ...dates, guest: newRequester() }),
      (answer) => answer.bookingRequest !== null && answer.bookingRequest.quote.total !== kept.quote.total,
    );
    expect((await requests.accept(kept.id)).bookingRequest?.booking?.total).toBe(kept.quote.total);
    await sql(`UPDATE checkout.booking_requests SET created_at = now() - interval '25 hours' WHERE id = $1`, [
      late.id,
    ]);
    const refused = await requests.accept(late.id);
    expect(codes(refused)).toEqual(['PRICE_CHANGED']);
    expect(refused.total).not.toBe(late.quote.total);
    expect(codes(await requests.accept(late.id, 2, late.quote.total))).toEqual(['PRICE_CHANGED']);
    const { bookingRequest } = await requests.accept(late.id, 2, refused.total);
    expect(bookingRequest?.booking?.total).toBe(refused.total);
  });

  test("a request can't be accepted with a stale version or by another team", async () => {
    const { id } = await requests.request(freshDates());
    expect(codes(await requests.accept(id, 1))).toEqual(['STALE_VERSION']);
    expect(codes(await requests.decline(id, 7))).toEqual(['STALE_VERSION']);
    const stranger = hostOf(requests.team + 1);
    expect(codes(await requests.accept(id, 2, null, stranger))).toEqual(['NOT_FOUND']);
    expect(codes(await requests.decline(id, 2, null, stranger))).toEqual(['NOT_FOUND']);
    expect(await requests.statusOf(id)).toBe('pending');
  });

  test.each([
    ['TERMS_REQUIRED', { termsAccepted: false }],
    ['INVALID', { message: 'x'.repeat(2_001) }],
    ['INVALID', { guest: { firstName: 'A', lastName: 'B' } }],
    ['INVALID', { guest: { firstName: 'A', lastName: 'B', email: 'nowhere' } }],
    ['INVALID', { adults: 0 }],
    ['NOT_FOUND', { unitTypeId: '2000000000' }],
    ['PARTY_TOO_LARGE', { adults: 50 }],
    ['TOO_LATE', { checkIn: daysAhead(0), checkOut: daysAhead(1) }],
  ])('a request is refused with %s for %j', async (code, over) => {
    expect(codes(await requests.place({ ...freshDates(), ...over }))).toContain(code);
  });

  test('a storefront with instant booking refuses requests', async () => {
    await setting({ instantBooking: true });
    expect(codes(await requests.place(freshDates()))).toEqual(['NOT_OFFERED']);
    await setting({ instantBooking: false });
  });

  test.each([
    { respondWithin: 'PT59M' },
    { respondWithin: 'PT72H1S' },
    { respondWithin: '24' },
    { payWithin: 'P4D' },
    { minNotice: 'P366D' },
    { requestQuestions: Array.from({ length: 6 }, (_, n) => ({ text: `Question ${n}` })) },
    { requestQuestions: [{ text: '' }] },
    { requestQuestions: [{ text: 'Which?', choices: ['This', 'This'] }] },
  ])('request settings outside their bounds fail: %j', async (input) => {
    expect(await setting(input)).toEqual([{ code: 'INVALID', field: ['input', ...Object.keys(input)] }]);
  });

  test("a request has to include answers to its storefront's questions", async () => {
    const questions = [
      { text: 'When do you arrive?', choices: ['Before 18:00', 'Later'], required: true },
      { text: 'Do you bring a dog?' },
    ];
    expect(await setting({ requestQuestions: questions })).toEqual([]);
    const fields = async (answers: readonly string[]) =>
      (await requests.place({ ...freshDates(), answers })).userErrors.map(({ field }) => field.join('.'));
    expect(await fields([])).toEqual(['input.answers.0']);
    expect(await fields(['At noon', 'x'.repeat(501)])).toEqual(['input.answers.0', 'input.answers.1']);
    const { id } = await requests.request({ ...freshDates(), answers: ['Later', ' '] });
    const { bookingRequest } = await ask<{ bookingRequest: { answers: object[] } }>(
      platform,
      requests.host,
      'query($id: ID!) { bookingRequest(id: $id) { answers { question answer } } }',
      { id },
    );
    expect(bookingRequest.answers).toEqual([{ question: 'When do you arrive?', answer: 'Later' }]);
    await setting({ requestQuestions: [] });
  });

  test("a request's arrival time must be a time of day, and its booking keeps it", async () => {
    const refused = await requests.place({ ...freshDates(), arrivalTime: '4 pm' });
    expect(refused.userErrors.map(({ field }) => field)).toEqual([['input', 'arrivalTime']]);
    const { id } = await requests.request({ ...freshDates(), arrivalTime: '16:30' });
    await requests.accept(id);
    const { bookingRequest } = await ask<{ bookingRequest: object }>(
      platform,
      requests.host,
      'query($id: ID!) { bookingRequest(id: $id) { arrivalTime booking { arrivalTime } } }',
      { id },
    );
    expect(bookingRequest).toEqual({ arrivalTime: '16:30', booking: { arrivalTime: '16:30' } });
  });

  test("a request that misses the host's minimum notice fails with TOO_LATE", async () => {
    await setting({ minNotice: 'P365D' });
    expect(codes(await requests.place(freshDates()))).toEqual(['TOO_LATE']);
    await setting({ minNotice: 'PT0S' });
  });

  test('an email address can send three requests an hour, even concurrently', async () => {
    const guest = newRequester();
    const dates = freshDates();
    const answers = await Promise.all(Array.from({ length: 8 }, () => requests.place({ ...dates, guest })));
    expect(answers.flatMap(codes)).toEqual(Array.from({ length: 5 }, () => 'TOO_MANY'));
    const ids = answers.flatMap(({ bookingRequest }) => bookingRequest?.id ?? []);
    const age = (minutes: number) =>
      sql(
        `UPDATE checkout.booking_requests SET created_at = now() - $2 * interval '1 minute' WHERE id = ANY ($1)`,
        [ids, minutes],
      );
    await age(59);
    await sweepRequests(contextOf(platform));
    expect(codes(await requests.place({ ...dates, guest }))).toEqual(['TOO_MANY']);
    await age(61);
    expect(codes(await requests.place({ ...dates, guest }))).toEqual([]);
    await eventually(
      () => Promise.all(ids.map(requests.statusOf)),
      (statuses) => statuses.every((status) => status === null),
    );
  });

  test('a storefront has at most 200 confirmed requests, even when guests confirm concurrently', async () => {
    const dates = freshDates();
    const placed = await Promise.all(Array.from({ length: 8 }, () => requests.place(dates)));
    const ids = placed.flatMap(({ bookingRequest }) => bookingRequest?.id ?? []);
    const tokens = await Promise.all(ids.map((id) => requests.tokenOf(id)));
    const [columns] = await platform.database.query<{ names: string }>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
       WHERE table_schema = 'checkout' AND table_name = 'booking_requests' AND is_generated = 'NEVER'
         AND column_name NOT IN ('id', 'number', 'reference', 'status', 'storefront_id', 'respond_by')`,
    );
    const [{ count } = { count: 0 }] = await platform.database.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM checkout.booking_requests WHERE storefront_id = $1 AND status = 'pending'`,
      [requests.storefront],
    );
    await sql(
      `INSERT INTO checkout.booking_requests (id, reference, status, storefront_id, respond_by, ${columns?.names})
       SELECT gen_random_uuid(), 'R-FULL-' || n, 'pending', storefront_id, now() + interval '1 day', ${columns?.names}
       FROM checkout.booking_requests, generate_series(1, $2) n WHERE id = $1`,
      [ids[0], 198 - count],
    );
    onTestFinished(async () => {
      await sql("DELETE FROM checkout.booking_requests WHERE reference LIKE 'R-FULL-%'", []);
    });
    const answers = await Promise.all(ids.map((id, at) => requests.verify(id, tokens[at] ?? '')));
    expect(answers.flatMap(codes)).toEqual(Array.from({ length: 6 }, () => 'TOO_MANY'));
  });

  test("redacting a guest withdraws the guest's request and erases them from it", async () => {
    const guest = { ...newRequester(), lastName: 'Wanderer' };
    const [waiting, answered] = [
      await requests.request({ ...freshDates(), guest, message: 'Wanderer party of one' }),
      await requests.request({ ...freshDates(), guest }),
    ];
    const { bookingRequest } = await requests.accept(answered.id);
    const [booking] = await sql<{ contact: number }>(
      'SELECT contact_id::float8 AS contact FROM checkout.bookings WHERE id = $1',
      [bookingRequest?.booking?.id],
    );
    await ask(
      platform,
      requests.host,
      'mutation($id: ID!) { contactRedact(id: $id) { userErrors { code } } }',
      {
        id: booking?.contact,
      },
    );
    expect(await requests.statusOf(waiting.id)).toBe('withdrawn');
    const left = () =>
      sql(
        `SELECT 1 FROM checkout.booking_requests r WHERE r::text ~* 'wanderer|${guest.email}'
         UNION ALL SELECT 1 FROM apps.mails m WHERE m::text ~* 'wanderer|${guest.email}'`,
      );
    await eventually(left, (rows) => rows.length === 0);
  });
});
