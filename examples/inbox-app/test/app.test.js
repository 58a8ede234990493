import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { answer, request, startApp, startPlatform, until } from './support.js';

let platform;
let app;
before(async () => {
  platform = await startPlatform();
});
after(() => platform.close());
beforeEach(async () => {
  app = await startApp(platform);
  await app.start();
});
afterEach(async () => {
  await app.close();
  Object.assign(platform, { userErrors: [], down: false, refused: 0 });
  platform.told.length = 0;
});

const asks = (more) => app.ask('POST', 'threads', request(more));
const writes = (id, text) => app.ask('POST', `threads/${id}/letters`, { text });
const isBrought = (count) => until(() => platform.received().length === count);
/** Returns the house's letters as the guest sees them. */
const lettersOf = async (id) =>
  (await app.ask('GET', `threads/${id}`)).letters.filter(({ from }) => from === 'house');
const reported = (id, status) =>
  until(() => platform.reported(id).some((report) => report.status === status));

/** Creates a file that outlives the app. */
async function keptFile(t) {
  const folder = await mkdtemp(join(tmpdir(), 'inbox-app-'));
  t.after(() => rm(folder, { recursive: true }));
  return join(folder, 'inbox.json');
}

describe('a guest', () => {
  test("a guest's request for a stay is sent with the guest's message", async () => {
    const { id, letters } = await asks();
    await isBrought(1);
    const [{ id: externalId, sentAt }] = letters;
    assert.deepEqual(platform.received(), [
      {
        conversation: { externalId: id, subject: 'Two nights in May', contact: request().guest },
        message: { externalId, text: 'Is there a crib?', sentAt, attachments: [] },
        import: false,
      },
    ]);
  });

  test("a guest's file is sent with its address", async () => {
    const url = 'https://farstay.example/files/passport.pdf';
    await asks({ attached: [url] });
    await isBrought(1);
    assert.deepEqual(platform.received()[0].message.attachments, [{ url }]);
  });

  test('a guest who has booked is sent with the booking, in the same thread', async () => {
    const { id } = await asks();
    await app.ask('PUT', `threads/${id}/booking`, { bookingId: 'FS-77' });
    await writes(id, 'When may we come?');
    await isBrought(2);
    const { conversation } = platform.received()[1];
    assert.equal(conversation.externalId, id);
    assert.equal(conversation.externalBookingId, 'FS-77');
  });

  test("a guest's two messages are sent in order", async () => {
    platform.down = true;
    const { id } = await asks();
    await writes(id, 'And a high chair?');
    await until(() => platform.refused > 0);
    platform.down = false;
    await isBrought(2);
    assert.deepEqual(
      platform.received().map(({ message }) => message.text),
      ['Is there a crib?', 'And a high chair?'],
    );
  });

  test("a guest that the platform refuses doesn't delay others", async () => {
    platform.userErrors = [{ field: null, message: 'Redacted.', code: 'CONTACT_REDACTED' }];
    await asks();
    await isBrought(1);
    platform.userErrors = [];
    await asks({ text: 'Is there parking?' });
    await isBrought(2);
    assert.equal(platform.received()[1].message.text, 'Is there parking?');
  });

  test("a guest's read receipt is reported", async () => {
    const { id } = await asks();
    const message = answer(id);
    const { external_id: externalId } = await app.send(message);
    await app.ask('POST', `threads/${id}/open`);
    await reported(message.message_id, 'read');
    assert.deepEqual(platform.reported(message.message_id), [
      { status: 'delivered', externalId, failure: null },
      { status: 'read', externalId, failure: null },
    ]);
  });
});

describe('an answer of the team', () => {
  test('a reply is in the thread under the id returned to the platform', async () => {
    const { id } = await asks();
    const file = { url: 'https://platform.example/a/1', name: 'map.pdf', type: 'application/pdf', bytes: 9 };
    const { status, external_id: externalId } = await app.send(answer(id, { attachments: [file] }));
    assert.equal(status, 200);
    const [letter, ...more] = await lettersOf(id);
    assert.deepEqual(more, []);
    assert.deepEqual([letter.id, letter.text], [externalId, 'There is.']);
    assert.deepEqual(letter.files, [{ name: 'map.pdf', type: 'application/pdf', bytes: 9 }]);
  });

  test('a reply with another signature is refused', async () => {
    const { id } = await asks();
    assert.equal((await app.send(answer(id), { secret: 'whsec_other' })).status, 401);
    assert.deepEqual(await lettersOf(id), []);
  });

  test('a reply received twice simultaneously is sent once', async () => {
    const { id } = await asks();
    const message = answer(id);
    const [one, other] = await Promise.all([app.send(message), app.send(message)]);
    assert.deepEqual([one.status, one.external_id], [200, other.external_id]);
    assert.equal((await lettersOf(id)).length, 1);
  });

  test('a reply to a guest who accepts no more messages is refused permanently', async () => {
    const { id } = await asks();
    await app.ask('DELETE', `threads/${id}`);
    const { status, code, retry } = await app.send(answer(id));
    assert.deepEqual([status, code, retry], [422, 'THREAD_CLOSED', false]);
  });

  test('a reply to an unknown thread is refused permanently', async () => {
    const { status, code, retry } = await app.send(answer('FT-nowhere'));
    assert.deepEqual([status, code, retry], [422, 'UNKNOWN_THREAD', false]);
  });
});

describe('a mailbox that is', () => {
  test('a slow mailbox reports the delivery later', async () => {
    const { id } = await asks();
    await app.behave('slow');
    const message = answer(id);
    assert.equal((await app.send(message)).status, 202);
    await reported(message.message_id, 'delivered');
    const [letter] = await lettersOf(id);
    assert.deepEqual(
      platform.reported(message.message_id).map(({ status, externalId }) => [status, externalId]),
      [
        ['sent', letter.id],
        ['delivered', letter.id],
      ],
    );
  });

  for (const mood of ['deaf', 'down'])
    test(`a mailbox that is ${mood} gets the reply when it's sent again`, async () => {
      const { id } = await asks();
      await app.behave(mood);
      app.patience(mood === 'deaf' ? 50 : 8_000);
      const message = answer(id);
      assert.equal((await app.send(message)).status, 503);
      app.patience(8_000);
      await app.behave('well');
      assert.equal((await app.send(message)).status, 200);
      assert.equal((await lettersOf(id)).length, 1);
    });

  test("a lossy mailbox has a reply once, however often it's sent", async () => {
    const { id } = await asks();
    await app.behave('lossy');
    const message = answer(id);
    assert.equal((await app.send(message)).status, 503);
    assert.equal((await app.send(message)).status, 503);
    await app.behave('well');
    const { external_id: externalId } = await app.send(message);
    assert.deepEqual(
      (await lettersOf(id)).map((letter) => letter.id),
      [externalId],
    );
  });

  test('a bouncing mailbox has a reply after the host sends it again', async () => {
    const { id } = await asks();
    await app.behave('bouncing');
    const message = answer(id);
    const { external_id: externalId } = await app.send(message);
    await reported(message.message_id, 'failed');
    assert.equal(platform.reported(message.message_id)[0].failure.code, 'BOUNCED');
    await app.behave('well');
    assert.equal((await app.send(message)).external_id, externalId);
    await reported(message.message_id, 'delivered');
    assert.equal((await lettersOf(id)).length, 1);
  });

  test('an unknown mode is refused with 409', async () => {
    assert.equal((await app.behave('sulking')).status, 409);
  });
});

describe('a host from the app store', () => {
  const CODE = 'platform_store_abc';
  const harbour = { team: 'harbour', secret: 'whsec_harbour' };
  const arrive = (query = { code: CODE, iss: platform.url }) => {
    platform.team = 'harbour';
    platform.granted = { access_token: 'platform_app_harbour', webhook_secret: harbour.secret };
    return app.arrive(query);
  };

  test('a host who installs the app from the store exchanges messages with the tokens from the code', async () => {
    const { id } = await asks({ house: 'harbour', text: 'Is there a boat?' });
    assert.equal((await app.send(answer(id), harbour)).status, 401);
    const { status, text } = await arrive();
    assert.deepEqual(
      [status, text],
      [200, 'Connected: messages from Farstay arrive in the inbox of harbour now.'],
    );
    assert.deepEqual(platform.exchanged, {
      grant_type: 'authorization_code',
      client_id: 'client',
      client_secret: 'platform_secret_test',
      redirect_uri: 'https://farstay.example.com/oauth/callback',
      code: CODE,
    });
    await isBrought(1);
    assert.deepEqual(
      [platform.token, platform.received()[0].message.text, platform.received()[0].import],
      ['platform_app_harbour', 'Is there a boat?', true],
    );
    assert.equal((await app.send(answer(id), harbour)).status, 200);
    assert.equal((await lettersOf(id)).length, 1);
    await asks();
    await isBrought(2);
    assert.equal(platform.token, 'platform_app_test', 'each team has its own token');
  });

  test("a team can't reply to another team's guest", async () => {
    await arrive();
    const { id } = await asks();
    const { status, code } = await app.send(answer(id), harbour);
    assert.deepEqual([status === 200, code], [false, 'UNKNOWN_THREAD']);
    assert.deepEqual(await lettersOf(id), []);
  });

  test("a code that isn't from the store, or was already used, connects nothing", async () => {
    platform.exchanged = null;
    for (const query of [{ code: 'abc' }, { code: CODE, state: 'x' }, {}]) {
      assert.equal((await arrive(query)).status, 400);
    }
    assert.equal(platform.exchanged, null);
    platform.granted = null;
    const { status, text } = await app.arrive({ code: CODE });
    assert.equal(status, 502);
    assert.match(text, /invalid_grant/);
    assert.equal((await app.send(answer('FT-1'), harbour)).status, 401);
  });
});

describe('the platform', () => {
  test("the app sends messages that an earlier run couldn't send", async (t) => {
    const file = await keptFile(t);
    const first = await startApp(platform, file);
    await first.start();
    await first.ask('POST', 'threads', request({ text: 'The first' }));
    await isBrought(1);
    platform.down = true;
    await first.ask('POST', 'threads', request({ text: 'The second' }));
    await first.close();
    platform.down = false;
    const second = await startApp(platform, file);
    t.after(() => second.close());
    await second.start();
    await isBrought(2);
    assert.deepEqual(
      platform.received().map((input) => [input.message.text, input.import]),
      [
        ['The first', false],
        ['The second', false],
      ],
    );
  });

  test('messages from before the first run are sent as history', async (t) => {
    const fresh = await startApp(platform);
    t.after(() => fresh.close());
    const { id } = await fresh.ask('POST', 'threads', request({ sentAt: '2026-01-05T09:00:00.000Z' }));
    await fresh.send(answer(id));
    await fresh.start();
    await isBrought(1);
    await fresh.ask('POST', `threads/${id}/letters`, { text: 'And now?' });
    await isBrought(2);
    assert.deepEqual(
      platform.received().map((input) => input.import),
      [true, false],
    );
    assert.equal(platform.told.length, 2);
  });

  test("a slow mailbox's delivery is reported even after a restart", async (t) => {
    const file = await keptFile(t);
    const first = await startApp(platform, file);
    await first.start();
    const { id } = await first.ask('POST', 'threads', request());
    await first.behave('slow');
    const message = answer(id);
    await first.send(message);
    await first.close();
    const second = await startApp(platform, file);
    t.after(() => second.close());
    await second.start();
    await reported(message.message_id, 'delivered');
  });
});
