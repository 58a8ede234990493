import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newUuid } from '#kit/ids.ts';
import { purgeAttachments } from '#subgraphs/checkout/conversations/commands/purge-attachments.ts';
import { aPdf, download, sendFile } from '../support/attachments.ts';
import { type Inbox, newGuest, openInbox } from '../support/conversations.ts';
import { contextOf } from '../support/developer.ts';
import { dumpOf } from '../support/dump.ts';
import { announce, plainPhoto, put } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { startS3, type TestS3 } from '../support/s3.ts';
import { newMember } from '../support/team-world.ts';

// Message files in a bucket (docs/interface/conversations.md#attachments).

let s3: TestS3;
let platform: TestPlatform;
let inbox: Inbox;
beforeAll(async () => {
  s3 = await startS3();
  platform = await startPlatform({ MEDIA_URL: s3.url() });
  inbox = await openInbox(platform, 'lakeside');
});
afterAll(async () => {
  await platform.close();
  await s3.stop();
});

interface ShownFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly url: string;
}
interface Answer {
  readonly message: { readonly id: string; readonly attachments: readonly ShownFile[] } | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] }[];
}

/** Opens a conversation as a guest. */
async function opened() {
  const guest = newGuest();
  const booking = await inbox.book(guest);
  const { message } = await inbox.guestWrites(booking, 'Is there a map?');
  return { booking, id: message?.conversationId ?? '' };
}

const send = (id: string, mediaIds: readonly string[], key = newUuid(), viewer = inbox.host) =>
  inbox.run<Answer>(
    viewer,
    `mutation($id: ID!, $key: String!, $files: [ID!]) { it: conversationMessageSend(conversationId: $id, text: "Here it is.",
      idempotencyKey: $key, attachments: $files) { message { id attachments { id name type bytes url } } userErrors { code field } } }`,
    { id, key, files: mediaIds },
  );
const upload = (file: Buffer, name?: string) => sendFile(platform, inbox.host, file, name);
const codes = ({ userErrors }: Answer) => userErrors.map(({ code }) => code);

const storefrontPage = async ({ address }: TestPlatform, path: string) => {
  const answer = await request(`${address}${path}`, { headers: { host: 'lakeside.localhost' } });
  return answer.body.text();
};

/** Sends a message with one file. */
async function sentWith(file: Buffer, name?: string) {
  const { id, booking } = await opened();
  const { mediaId } = await upload(file, name);
  const { message, userErrors } = await send(id, [mediaId]);
  expect(userErrors).toEqual([]);
  const [shown] = message?.attachments ?? [];
  if (!shown) throw new Error('The message has no file.');
  return { id, booking, mediaId, shown, messageId: message?.id ?? '' };
}

/** True if the bucket has the file's bytes. */
const isStored = async (id: string) => {
  const stored = await platform.services.checkout.objects.get(`attachments/${id}`);
  stored?.body.on('error', () => undefined).destroy();
  return stored !== null;
};
const rows = () => platform.database.query<{ id: string }>('SELECT id FROM checkout.attachments');
const purge = () => purgeAttachments(contextOf(platform));

describe('a file of a message', () => {
  test('a file in a message has its name, type and size', async () => {
    const file = aPdf();
    const { shown } = await sentWith(file, 'House rules.pdf');
    expect(shown).toMatchObject({ name: 'House rules.pdf', type: 'application/pdf', bytes: file.length });
  });

  test('a file in a message downloads exactly as it was sent', async () => {
    const file = aPdf(2_000_000);
    const { shown } = await sentWith(file);
    const answer = await download(shown.url);
    expect({ status: answer.status, same: answer.body.equals(file) }).toEqual({ status: 200, same: true });
  });

  test('a file in a message downloads as an attachment without setting a cookie', async () => {
    const { shown } = await sentWith(aPdf(), 'Plan "été".pdf');
    const { headers } = await download(shown.url);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Plan __t__.pdf"; filename*=UTF-8''Plan%20%22%C3%A9t%C3%A9%22.pdf`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  test.each([
    ['without its signature', (url: URL) => url.searchParams.delete('sig')],
    [
      'with a changed signature',
      (url: URL) =>
        url.searchParams.set(
          'sig',
          `${url.searchParams.get('sig')}`.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')),
        ),
    ],
    ['with a later end', (url: URL) => url.searchParams.set('sig', `9${url.searchParams.get('sig')}`)],
    ['for another file', (url: URL) => Object.assign(url, { pathname: '/attachments/1000000' })],
  ])("a message's file isn't found %s", async (_how, change) => {
    const { shown } = await sentWith(aPdf());
    const url = new URL(shown.url);
    change(url);
    expect((await download(url.href)).status).toBe(404);
  });

  test('the type and extension of a file in a message are determined by its bytes', async () => {
    const { shown } = await sentWith(await plainPhoto(20, 20), '../up/menu.pdf.hta');
    expect(shown).toMatchObject({ name: 'menu.pdf.hta.jpg', type: 'image/jpeg' });
  });

  test("a card number in the name of a message's file is masked", async () => {
    const { shown } = await sentWith(aPdf(), '4242 4242 4242 4242.pdf');
    expect(shown.name).not.toContain('4242 4242 4242');
  });

  test('the first message to a guest can have a file', async () => {
    const booking = await inbox.book(newGuest());
    const { mediaId } = await upload(aPdf(), 'Welcome.pdf');
    const start = (files: readonly string[], key = 'first') =>
      inbox.run<Answer>(
        inbox.host,
        `mutation($input: ConversationStartInput!) { it: conversationStart(input: $input) {
          message { id attachments { id name type bytes url } } userErrors { code field } } }`,
        {
          input: {
            bookingId: booking.id,
            text: 'Welcome.',
            idempotencyKey: `${key} ${booking.id}`,
            attachments: files,
          },
        },
      );
    const { message } = await start([mediaId]);
    expect(message?.attachments).toMatchObject([{ name: 'Welcome.pdf' }]);
    expect((await start([mediaId])).message?.id).toBe(message?.id);
    expect(codes(await start([]))).toEqual(['INVALID']);
    expect(codes(await start([mediaId], 'second'))).toEqual(['ATTACHMENT_REFUSED']);
  });

  test("a guest can read a message's file at the booking", async () => {
    const { booking } = await sentWith(aPdf(), 'Map.pdf');
    const seen = await inbox.run<{ messages: { attachments: { name: string }[] }[] }>(
      { kind: 'public' },
      `query($storefrontId: ID!, $permalinkId: ID!) { it: guestConversation(storefrontId: $storefrontId, permalinkId: $permalinkId) {
        messages { attachments { name } } } }`,
      { storefrontId: inbox.storefrontId, permalinkId: await inbox.permalinkOf(booking) },
    );
    expect(seen.messages.at(-1)?.attachments).toEqual([{ name: 'Map.pdf' }]);
  });

  test("the booking page offers a message's file as a download", async () => {
    const file = aPdf();
    const { booking } = await sentWith(file, 'Map <1>.pdf');
    const path = `/bookings/${await inbox.permalinkOf(booking)}`;
    const page = await storefrontPage(platform, path);
    const [, url = '', name] = /<a href="([^"]*\/attachments\/[^"]*)"[^>]*>([^<]*)<\/a>/.exec(page) ?? [];
    expect(name).toBe('Map &lt;1&gt;.pdf');
    expect((await download(url.replaceAll('&amp;', '&'))).body.equals(file)).toBe(true);
  });

  test('a message keeps the order of its files', async () => {
    const { id } = await opened();
    const [one, two] = [await upload(aPdf(), 'one.pdf'), await upload(aPdf(), 'two.pdf')];
    const { message } = await send(id, [two.mediaId, one.mediaId]);
    expect(message?.attachments.map(({ name }) => name)).toEqual(['two.pdf', 'one.pdf']);
  });
});

describe('a message is refused', () => {
  test.each([
    ['that names an unknown file', async () => ['attachment-99999999']],
    ['that names something else', async () => ['import-1']],
    ['with eleven files', async () => Array.from({ length: 11 }, (_, n) => `attachment-${n + 1}`)],
    [
      'with a file that is not there yet',
      async () => [String((await announce(platform, inbox.host, aPdf(), { kind: 'attachment' })).mediaId)],
    ],
    [
      'with a file of a type that is not accepted',
      async () => [(await upload(Buffer.from('MZ\x90\0'), 'bill.pdf')).mediaId],
    ],
    ['with the file of another message', async () => [(await sentWith(aPdf())).mediaId]],
  ])('a message %s is refused', async (_what, name) => {
    const { id } = await opened();
    const refused = await send(id, await name());
    expect([codes(refused), refused.message]).toEqual([['ATTACHMENT_REFUSED'], null]);
  });

  test('a message with a file uploaded by someone else is refused', async () => {
    const { id } = await opened();
    const { mediaId } = await upload(aPdf());
    const other = await newMember(platform, 'lakeside', 'front_desk');
    expect(codes(await send(id, [mediaId], newUuid(), other.viewer))).toEqual(['ATTACHMENT_REFUSED']);
  });

  test('a message fails if its key was used with other files', async () => {
    const { id } = await opened();
    const key = newUuid();
    const { mediaId } = await upload(aPdf());
    await send(id, [mediaId], key);
    expect(codes(await send(id, [(await upload(aPdf())).mediaId], key))).toEqual(['INVALID']);
  });
});

test('repeating a message with the same key and files creates one message', async () => {
  const { id } = await opened();
  const key = newUuid();
  const { mediaId } = await upload(aPdf());
  const first = await send(id, [mediaId], key);
  expect((await send(id, [mediaId], key)).message?.id).toBe(first.message?.id);
});

describe('an upload', () => {
  test.each([
    ['of no bytes', { bytes: 0 }, 'bytes'],
    ['beyond 10 MB', { bytes: 10_000_001 }, 'bytes'],
    ['without a digest', { sha256: 'x' }, 'sha256'],
    ['with a name that is too long', { name: 'x'.repeat(256) }, 'name'],
  ])('an upload %s is refused', async (_what, told, field) => {
    const { userErrors } = await announce(platform, inbox.host, aPdf(), { kind: 'attachment', ...told });
    expect(userErrors).toEqual([{ code: 'INVALID', field: ['input', field] }]);
  });

  test('an upload URL accepts a file once', async () => {
    const file = aPdf();
    const { uploadUrl } = await upload(file);
    expect(await put(uploadUrl, file)).toEqual({ status: 409, code: 'already_uploaded' });
  });

  test('an upload fails if its bytes differ from those announced', async () => {
    const { uploadUrl } = await announce(platform, inbox.host, aPdf(), { kind: 'attachment' });
    expect(await put(uploadUrl, aPdf())).toEqual({ status: 400, code: 'wrong_body' });
  });
});

describe('the front desk', () => {
  test('the front desk can upload message files', async () => {
    const { viewer } = await newMember(platform, 'lakeside', 'front_desk');
    expect((await sendFile(platform, viewer, aPdf())).status).toBe(200);
  });

  test("the front desk can't upload photos", async () => {
    const { viewer } = await newMember(platform, 'lakeside', 'front_desk');
    const photo = await plainPhoto();
    await expect(announce(platform, viewer, photo)).rejects.toThrow('This requires the role manager');
  });
});

describe('redacting a guest', () => {
  test("redacting a guest deletes the guest's files completely", async () => {
    const { booking, shown, mediaId } = await sentWith(aPdf(), 'Passport of Grace.pdf');
    const before = await isStored(shown.id);
    await inbox.run(
      inbox.host,
      `mutation { it: contactRedact(id: "${booking.contactId}") { userErrors { code } } }`,
      {},
    );
    const after = (await download(shown.url)).status;
    await purge();
    expect({
      after,
      stored: [before, await isStored(shown.id)],
      row: (await rows()).some(({ id }) => `attachment-${id}` === mediaId),
      named: (await dumpOf(platform)).includes('passport of grace'),
    }).toEqual({ after: 404, stored: [true, false], row: false, named: false });
  });
});

describe('purging', () => {
  test('the purge keeps a file that belongs to a message', async () => {
    const { shown } = await sentWith(aPdf());
    await purge();
    expect((await download(shown.url)).status).toBe(200);
  });

  test('the purge deletes a file after a day if it belongs to no message', async () => {
    const { mediaId } = await upload(aPdf());
    const id = mediaId.replace('attachment-', '');
    await platform.database.query(
      "UPDATE checkout.attachments SET created_at = now() - interval '25 hours' WHERE id = $1",
      [id],
    );
    await purge();
    expect({
      row: (await rows()).some((one) => String(one.id) === id),
      stored: await isStored(id),
    }).toEqual({ row: false, stored: false });
  });
});
