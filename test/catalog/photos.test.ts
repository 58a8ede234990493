import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFolderStore } from '#kit/objects/folder-store.ts';
import type { ObjectStore } from '#kit/objects/object-store.ts';
import { readS3Address } from '#kit/objects/s3-address.ts';
import { openS3Store } from '#kit/objects/s3-store.ts';
import { processPhotos } from '#subgraphs/catalog/media/commands/process-photos.ts';
import { purgeMedia } from '#subgraphs/catalog/media/commands/purge-media.ts';
import { connectAgent } from '../support/agent.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, contextOf, type Developer, newDeveloper } from '../support/developer.ts';
import { HOSTILE, PAYLOAD, polyglot } from '../support/hostile-images.ts';
import {
  announce,
  heicPhoto,
  plainPhoto,
  processed,
  put,
  type SeenMedia,
  sha256Of,
  uploadPhoto,
} from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { startS3, type TestS3 } from '../support/s3.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/photos.md, with photos in a bucket; test/flows/first-host.test.ts uses a folder.

let s3: TestS3;
let platform: TestPlatform;
let lakeside: Developer;
let unitTypeId: string;
let propertyId: string;
beforeAll(async () => {
  s3 = await startS3();
  platform = await startPlatform({ MEDIA_URL: s3.url() });
  lakeside = await demoHost(platform, 'lakeside');
  const { properties } = await ask<{ properties: { nodes: { id: string; unitTypes: { id: string }[] }[] } }>(
    platform,
    lakeside.host,
    '{ properties { nodes { id unitTypes { id } } } }',
  );
  propertyId = properties.nodes[0]?.id ?? '';
  unitTypeId = properties.nodes[0]?.unitTypes[0]?.id ?? '';
});
afterAll(async () => {
  await platform.close();
  await s3.stop();
});

const ROME = { GPSLatitude: '41/1 53/1 0/1', GPSLatitudeRef: 'N' };

/** A photo taken in Rome with the camera upright. */
const turned = async () =>
  sharp(await plainPhoto(1_200, 800))
    .withMetadata({ orientation: 6, exif: { IFD0: { Model: 'Secret camera' }, IFD3: ROME } })
    .jpeg()
    .toBuffer();

/** Largest difference between two colors' channels. */
const distance = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((channel, at) => Math.abs(channel - (other[at] ?? 0))));

const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await request(`${platform.address}${path}`, { headers });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer.body) };
};

type Listed = {
  readonly media: readonly { readonly id: string }[] | null;
  readonly userErrors: readonly Refusal[];
};
interface Refusal {
  readonly code: string;
  readonly field: readonly string[] | null;
}

const run = async <T>(
  name: string,
  input: Readonly<Record<string, unknown>>,
  viewer = lakeside.host,
): Promise<T> => {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const answer = await ask<Record<string, T>>(
    platform,
    viewer,
    `mutation ($input: ${type}!) { ${name}(input: $input) { media { id } userErrors { code field } } }`,
    { input },
  );
  return answer[name] as T; // the one requested field
};

const shownBy = async (place: string): Promise<readonly string[]> => {
  const { unitTypes } = await ask<{ unitTypes: { nodes: { id: string; media: { id: string }[] }[] } }>(
    platform,
    lakeside.host,
    '{ unitTypes { nodes { id media { id } } } }',
  );
  return unitTypes.nodes.find(({ id }) => id === place)?.media.map(({ id }) => id) ?? [];
};

describe('a photo', () => {
  test('a photo is served upright, without metadata, in every width', async () => {
    const photo = await uploadPhoto(platform, lakeside.host, await turned());
    expect(photo).toMatchObject({ status: 'ready', width: 800, height: 1_200, problem: null });
    expect(photo.url).toBe(`${platform.origin}/media/${photo.sha256}/1600`);
    for (const [asked, width] of [
      [320, 320],
      [800, 800],
      [1_600, 800],
      [2_400, 800],
    ] as const) {
      for (const [accept, format] of [
        ['image/webp,*/*', 'webp'],
        ['*/*', 'jpeg'],
      ] as const) {
        const { status, body } = await get(`/media/${photo.sha256}/${asked}`, { accept });
        const seen = await sharp(body).metadata();
        expect({ asked, status, format: seen.format, width: seen.width, height: seen.height }).toEqual({
          asked,
          status: 200,
          format,
          width,
          height: Math.round((1_200 * width) / 800),
        });
        expect([seen.exif, seen.icc, seen.xmp, seen.iptc, seen.orientation]).toEqual(
          Array(5).fill(undefined),
        );
      }
    }
  });

  test("a phone's HEIC photo is upright, in sRGB and without metadata", async () => {
    const photo = await uploadPhoto(platform, lakeside.host, await heicPhoto('phone'));
    expect(photo).toMatchObject({ status: 'ready', width: 426, height: 640, problem: null });
    for (const accept of ['image/webp', '*/*']) {
      const { body } = await get(`/media/${photo.sha256}/800`, { accept });
      const { exif, icc, width, height } = await sharp(body).metadata();
      expect({ exif, icc, width, height }).toEqual({ width: 426, height: 640 });
      for (const trace of ['Secret camera', 'GPS']) expect(body.includes(trace)).toBe(false);
      const { data } = await sharp(body).raw().toBuffer({ resolveWithObject: true });
      const colourAt = (x: number, y: number) => [...data.subarray((y * 426 + x) * 3, (y * 426 + x) * 3 + 3)];
      expect(distance(colourAt(350, 100), [255, 0, 0])).toBeLessThan(12);
      expect(distance(colourAt(100, 100), [0x55, 0x88, 0xaa])).toBeLessThan(12);
    }
  });

  test("a photo is cached forever and can't run scripts", async () => {
    const { sha256 } = await uploadPhoto(platform, lakeside.host, await plainPhoto());
    const { headers } = await get(`/media/${sha256}/320`, { accept: 'image/webp' });
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    const again = await get(`/media/${sha256}/320`, {
      accept: 'image/webp',
      'if-none-match': String(headers.etag),
    });
    expect({ status: again.status, bytes: again.body.length }).toEqual({ status: 304, bytes: 0 });
  });

  test("a photo is found only at its team's storefronts", async () => {
    const { sha256 } = await uploadPhoto(platform, lakeside.host, await plainPhoto());
    const at = async (host: string) => (await get(`/media/${sha256}/320`, { host })).status;
    expect(await at('lakeside.localhost')).toBe(200);
    expect(await at('alpine.localhost')).toBe(404);
    expect(await at('unknown.localhost')).toBe(404);
  });

  test.each([
    '/media/x/320',
    `/media/${'a'.repeat(64)}/320`,
    '/media/%2e%2e/320',
    `/media/${'a'.repeat(64)}/321`,
  ])("a photo isn't found at %s", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});

describe('an upload', () => {
  test('a team uploads the same file only once', async () => {
    const file = await plainPhoto();
    const photo = await uploadPhoto(platform, lakeside.host, file);
    expect(await announce(platform, lakeside.host, file)).toMatchObject({
      mediaId: photo.id,
      uploadUrl: null,
    });
    const other = await newDeveloper(platform);
    const { mediaId, uploadUrl } = await announce(platform, other.host, file);
    expect(mediaId).not.toBe(photo.id);
    expect(uploadUrl).not.toBeNull();
  });

  test('an upload whose bytes differ from its announcement can be repeated', async () => {
    const file = await plainPhoto();
    const { mediaId, uploadUrl } = await announce(platform, lakeside.host, file);
    const wrong = { status: 400, code: 'wrong_body' };
    const changed = Buffer.from(file.with(file.length - 1, 0));
    const chunked = (bytes: Buffer) => Readable.from([bytes.subarray(0, 700), bytes.subarray(700)]);
    expect(await put(uploadUrl, changed)).toEqual(wrong);
    expect(await put(uploadUrl, file.subarray(1))).toEqual(wrong);
    expect(await put(uploadUrl, Buffer.concat([file, file]))).toEqual(wrong);
    expect(await put(uploadUrl, chunked(changed))).toEqual(wrong);
    expect(await put(uploadUrl, chunked(file.subarray(1)))).toEqual(wrong);
    expect(await put(uploadUrl, chunked(Buffer.concat([file, file])))).toEqual(wrong);
    expect(await put(uploadUrl, Buffer.alloc(0))).toEqual(wrong);
    expect(await put(uploadUrl, chunked(file))).toMatchObject({ status: 200 });
    expect(await processed(platform, lakeside.host, mediaId ?? '')).toMatchObject({ status: 'ready' });
    expect(await put(uploadUrl, file)).toEqual({ status: 409, code: 'already_uploaded' });
  });

  test('an upload requires its own unchanged URL on the platform', async () => {
    const file = await plainPhoto();
    const { uploadUrl } = await announce(platform, lakeside.host, file);
    const unknown = { status: 404, code: 'upload_not_found' };
    const [id, expires, signature] = String(uploadUrl?.split('/').at(-1)).split('.');
    for (const token of [
      `${Number(id) - 1}.${expires}.${signature}`,
      `${id}.${Number(expires) + 1}.${signature}`,
      `${id}.${expires}.${'A'.repeat(43)}`,
      'x',
    ]) {
      expect(await put(`${platform.origin}/media/uploads/${token}`, file)).toEqual(unknown);
    }
    const elsewhere = await request(uploadUrl ?? '', {
      method: 'PUT',
      body: file,
      headers: { host: 'lakeside.localhost' },
    });
    await elsewhere.body.dump();
    expect(elsewhere.statusCode).toBe(404);
  });

  test.each([
    ['bytes', 'INVALID', { bytes: 0 }],
    ['bytes', 'INVALID', { bytes: 20_000_001 }],
    ['sha256', 'INVALID', { sha256: 'f'.repeat(63) }],
    ['contentType', 'INVALID', { contentType: 'image/svg+xml' }],
  ])('an upload is refused because of its %s (%s)', async (field, code, told) => {
    const answer = await announce(platform, lakeside.host, Buffer.from('x'), told);
    expect(answer).toEqual({
      mediaId: null,
      uploadUrl: null,
      userErrors: [{ code, field: ['input', field] }],
    });
  });

  test("an upload beyond a team's 5 GB is refused", async () => {
    const team = await newDeveloper(platform);
    const { mediaId } = await announce(platform, team.host, await plainPhoto());
    await platform.database.query('UPDATE catalog.media SET bytes = 4999999999 WHERE id = $1', [mediaId]);
    const { userErrors } = await announce(platform, team.host, await plainPhoto());
    expect(userErrors).toEqual([{ code: 'LIMIT_REACHED', field: ['input', 'bytes'] }]);
  });
});

describe('a hostile file', () => {
  test.each(HOSTILE)(
    'the hostile file %s is rejected with %s',
    async (_what, problem, make) => {
      const photo = await uploadPhoto(platform, lakeside.host, await make());
      expect(photo).toMatchObject({ status: 'rejected', problem: expect.stringMatching(problem), url: null });
      expect((await get(`/media/${photo.sha256}/320`)).status).toBe(404);
    },
    60_000,
  );

  test('a polyglot file becomes a plain photo', async () => {
    const { sha256, status } = await uploadPhoto(platform, lakeside.host, await polyglot());
    expect(status).toBe('ready');
    for (const accept of ['image/webp', '*/*']) {
      const { body } = await get(`/media/${sha256}/800`, { accept });
      for (const trace of [PAYLOAD, 'script', 'PK\x03\x04', 'alert'])
        expect(body.includes(trace)).toBe(false);
    }
  });

  test('a hostile upload leaves no files behind', async () => {
    const file = Buffer.from('GIF89a, almost');
    const { id } = await uploadPhoto(platform, lakeside.host, file);
    const { objects } = platform.services.catalog;
    await expect.poll(() => objects.get(`uploads/${id}-${sha256Of(file)}`)).toBeNull();
  });
});

describe('photos of a property or a unit type', () => {
  const photos = async (count: number): Promise<readonly SeenMedia[]> => {
    const made: SeenMedia[] = [];
    for (let n = 0; n < count; n++)
      made.push(await uploadPhoto(platform, lakeside.host, await plainPhoto(400, 300)));
    return made;
  };

  test('photos can be added, reordered and removed', async () => {
    const before = await shownBy(unitTypeId);
    const [first, second] = (await photos(2)).map(({ id }) => id);
    for (const mediaId of [first, second])
      expect(await run<Listed>('mediaAttach', { mediaId, unitTypeId })).toMatchObject({ userErrors: [] });
    expect(await shownBy(unitTypeId)).toEqual([...before, first, second]);
    await run('mediaAttach', { mediaId: second, unitTypeId, position: 0 });
    expect(await shownBy(unitTypeId)).toEqual([second, ...before, first]);
    const ordered = [first, second, ...before];
    expect((await run<Listed>('mediaOrder', { unitTypeId, mediaIds: ordered })).media).toEqual(
      ordered.map((id) => ({ id })),
    );
    for (const mediaId of [first, second]) await run('mediaDetach', { mediaId, unitTypeId });
    expect(await shownBy(unitTypeId)).toEqual(before);
  });

  test("agents and guests see photos in the host's order", async () => {
    const made = await photos(4);
    const page = async () =>
      (await get(`/stays/${unitTypeId}`, { host: 'lakeside.localhost' })).body.toString();
    const agent = await connectAgent(platform.port, 'lakeside.localhost');
    try {
      for (const { id: mediaId } of made.slice(0, 3))
        await run('mediaAttach', { mediaId, unitTypeId, position: 0 });
      await run('mediaAttach', { mediaId: made[3]?.id, propertyId });
      await run('mediaUpdate', { id: made[2]?.id, alt: 'The "lake"', focus: { x: 0.3, y: 0 } });
      const { products } = await agent.call('lookup_catalog', { id: `unit_type:${unitTypeId}` });
      const media = products[0]?.media ?? [];
      const url = (at: number) => `http://lakeside.localhost:${platform.port}/media/${made[at]?.sha256}/1600`;
      const [lead] = media;
      expect(lead).toEqual({ type: 'image', url: url(2), alt_text: 'The "lake"', width: 400, height: 300 });
      expect(media.slice(0, 3).map((photo) => photo.url)).toEqual([url(2), url(1), url(0)]);
      expect(media.at(-1)?.url).toBe(url(3));
      const found = await agent.call('search_catalog', { catalog: {} });
      const product = found.products.find(({ id }) => id === `unit_type:${unitTypeId}`);
      const shown = product?.media?.length ?? 0; // as many as fit in a search
      expect(shown).toBeGreaterThanOrEqual(1);
      expect(product?.media).toEqual(media.slice(0, Math.min(shown, 3)));
      expect(await page()).toContain(
        `<img class="fx3 fy0" src="/media/${made[2]?.sha256}/800" srcset="/media/${made[2]?.sha256}/320 320w, /media/${made[2]?.sha256}/800 400w"`,
      );
      expect(await page()).toContain('width="400" height="300" alt="The &quot;lake&quot;"');
    } finally {
      await agent.close();
    }
  });

  test("only the host sees photos that aren't ready yet", async () => {
    const file = await plainPhoto();
    const { mediaId, uploadUrl } = await announce(platform, lakeside.host, file);
    await run('mediaAttach', { mediaId, unitTypeId, alt: 'Not yet' });
    expect(await shownBy(unitTypeId)).toContain(mediaId);
    const page = async () =>
      (await get(`/stays/${unitTypeId}`, { host: 'lakeside.localhost' })).body.toString();
    expect(await page()).not.toContain('Not yet');
    await put(uploadUrl, file);
    await processed(platform, lakeside.host, mediaId ?? '');
    await expect.poll(page).toContain('Not yet'); // the page updates on the database's notification
  });

  test('a property or unit type has at most 50 photos', async () => {
    const [one] = await photos(1);
    const before = await shownBy(unitTypeId);
    const fifty = Array.from({ length: 50 }, (_, n) => 1_000_000 + n);
    const set = (ids: readonly (string | number)[]) =>
      platform.database.query('UPDATE catalog.unit_type SET media_ids = $2 WHERE id = $1', [unitTypeId, ids]);
    await set(fifty);
    const { userErrors } = await run<Listed>('mediaAttach', { mediaId: one?.id, unitTypeId });
    await set(before);
    expect(userErrors).toEqual([{ code: 'LIMIT_REACHED', field: ['input', 'mediaId'] }]);
  });

  test("another team's photos aren't found", async () => {
    const other = await newDeveloper(platform);
    const [one] = await photos(1);
    const notFound = (field: string) => [{ code: 'NOT_FOUND', field: ['input', field] }];
    const attach = (input: object) => run<Listed>('mediaAttach', { ...input }, other.host);
    expect((await attach({ mediaId: one?.id, unitTypeId })).userErrors).toEqual(notFound('mediaId'));
    const own = await uploadPhoto(platform, other.host, await plainPhoto(400, 300));
    expect((await attach({ mediaId: own.id, unitTypeId })).userErrors).toEqual(notFound('unitTypeId'));
    expect((await run<Listed>('mediaUpdate', { id: one?.id, alt: 'x' }, other.host)).userErrors).toEqual(
      notFound('id'),
    );
  });

  test.each([
    ['neither a property nor a unit type', {}, 'propertyId'],
    ['both of them', { propertyId: '1', unitTypeId: '1' }, 'propertyId'],
    ['a text of two lines', { unitTypeId: '1', alt: 'a\nb' }, 'alt'],
    ['a text of 251 characters', { unitTypeId: '1', alt: 'x'.repeat(251) }, 'alt'],
    ['a focus outside', { unitTypeId: '1', focus: { x: 1.1, y: 0 } }, 'focus'],
    ['a place beyond the end', { unitTypeId: '1', position: 51 }, 'position'],
  ])('photos with %s are refused', async (_what, input, field) => {
    const [one] = await photos(1);
    expect(await run<Listed>('mediaAttach', { mediaId: one?.id, ...input })).toEqual({
      media: null,
      userErrors: [{ code: 'INVALID', field: ['input', field] }],
    });
  });
});

describe('a photo that nothing shows', () => {
  const age = (id: string | null, days: number) =>
    platform.database.query(
      `UPDATE catalog.media SET updated_at = now() - $2 * interval '1 day' WHERE id = $1`,
      [id, days],
    );
  const exists = async (id: string | null) =>
    (await platform.database.query('SELECT 1 FROM catalog.media WHERE id = $1', [id])).length === 1;

  test('an unused photo is deleted with its files after a week', async () => {
    const [idle, recent, shown] = [
      await uploadPhoto(platform, lakeside.host, await plainPhoto()),
      await uploadPhoto(platform, lakeside.host, await plainPhoto()),
      await uploadPhoto(platform, lakeside.host, await plainPhoto()),
    ];
    const unsent = await announce(platform, lakeside.host, await plainPhoto());
    await run('mediaAttach', { mediaId: shown.id, propertyId });
    await age(idle.id, 7.1);
    await age(recent.id, 6.9);
    await age(shown.id, 30);
    await age(unsent.mediaId, 1.1);
    await purgeMedia(contextOf(platform));
    expect(await Promise.all([idle.id, recent.id, shown.id, unsent.mediaId].map(exists))).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect((await get(`/media/${idle.sha256}/320`)).status).toBe(404);
    const { objects } = platform.services.catalog;
    expect(await objects.get(`photos/${lakeside.teamId}/${idle.sha256}/320.webp`)).toBeNull();
    expect((await get(`/media/${shown.sha256}/320`)).status).toBe(200);
  });
});

describe('a store of objects', () => {
  const body = Buffer.from('a photo, so to speak '.repeat(10_000));
  const object = { body, bytes: body.length, sha256: sha256Of(body), contentType: 'image/webp' };

  const stores: Readonly<Record<string, () => Promise<ObjectStore>>> = {
    folder: async () => openFolderStore(await mkdtemp(join(tmpdir(), 'platform-objects-'))),
    bucket: async () => openS3Store(readS3Address(s3.url())),
  };

  const brokenOff = () =>
    Readable.from(
      (async function* () {
        yield body.subarray(0, 1_000);
        throw new Error('The client is gone.');
      })(),
    );

  test.each(Object.keys(stores))('an object store in a %s returns the stored bytes', async (kind) => {
    const store = (await stores[kind]?.()) as ObjectStore; // the table has every kind
    await expect(store.put('a/b-1.webp', { ...object, body: brokenOff() })).rejects.toThrow();
    await store.put('a/b-1.webp', object);
    const found = await store.get('a/b-1.webp');
    expect(found?.bytes).toBe(body.length);
    expect(await buffer(found?.body ?? Readable.from([]))).toEqual(body);
    await store.remove(['a/b-1.webp', 'a/never']);
    expect(await store.get('a/b-1.webp')).toBeNull();
    await expect(store.get('../outside')).rejects.toThrow(RangeError);
  });

  test('a folder store keeps nothing from an interrupted upload', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'platform-objects-'));
    const store = openFolderStore(folder);
    await expect(store.put('a/b', { ...object, body: brokenOff() })).rejects.toThrow('The client is gone.');
    expect(await store.get('a/b')).toBeNull();
    expect(await readdir(join(folder, 'a'))).toEqual([]);
  });

  test('an object store never reveals its secret when a bucket refuses it', async () => {
    const store = openS3Store(readS3Address(s3.url('another-secret')));
    const error = await store.put('x', object).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('403 (SignatureDoesNotMatch)');
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('another-secret');
  });
});

test('photos from several teams are processed in turn', async () => {
  const other = await newDeveloper(platform);
  const many = await Promise.all(
    Array.from({ length: 5 }, async (_, n) =>
      uploadPhoto(platform, lakeside.host, await plainPhoto(100 + n)),
    ),
  );
  const one = await uploadPhoto(platform, other.host, await plainPhoto(99));
  // Their uploads are gone, so each is rejected in its turn.
  const ids = [...many, one].map(({ id }) => Number(id));
  await platform.database.query(
    "UPDATE catalog.media SET status = 'uploaded', attempts = 0, width = NULL, height = NULL WHERE id = ANY ($1::int[])",
    [ids],
  );
  await processPhotos(contextOf(platform));
  const order = await eventually(
    () =>
      platform.database.query<{ id: number; status: string }>(
        'SELECT id, status FROM catalog.media WHERE id = ANY ($1::int[]) ORDER BY updated_at',
        [ids],
      ),
    (rows) => rows.every(({ status }) => status === 'rejected'),
  );
  expect(order.findIndex(({ id }) => id === Number(one.id))).toBeLessThan(2);
});
