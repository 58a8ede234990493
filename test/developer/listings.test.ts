import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeWork, HOURLY_WORK_MS } from '#db/limits/work-budget.ts';
import type { Viewer } from '#kit/viewer.ts';
import { purgeListingMedia } from '#subgraphs/apps/listings/commands/purge-listing-media.ts';
import { demoHost } from '../support/app-world.ts';
import { ask, contextOf, installNewApp, newDeveloper, pushApp as pushVersion } from '../support/developer.ts';
import { PAYLOAD, polyglot } from '../support/hostile-images.ts';
import {
  APPROVE,
  announceMedia,
  plainPicture,
  publishListing,
  SAVE,
  TEXTS,
  uploadPicture,
  wholeListing,
} from '../support/listings.ts';
import { developer } from '../support/management.ts';
import { put } from '../support/photos.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { operator, publishApp, pushApp } from '../support/public-app.ts';

// docs/interface/listings.md, over a real server: states, review, pictures, the store, and the management API.

let platform: TestPlatform;
let dev: Viewer;
let devHost: Viewer;
let operatorViewer: Viewer;
beforeAll(async () => {
  platform = await startPlatform();
  ({ viewer: dev, host: devHost } = await demoHost(platform, 'devteam'));
  operatorViewer = await operator(platform);
});
afterAll(() => platform.close());

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests assert
const as = (viewer: Viewer, text: string, variables: object = {}): Promise<any> =>
  ask(platform, viewer, text, { ...variables });

const save = async (slug: string, input: object, submit = false) =>
  (await as(dev, SAVE, { slug, input, submit })).appListingSave;
const approve = async (slug: string, revision: number) =>
  (await as(operatorViewer, APPROVE, { slug, revision })).appListingApprove;

test("pictures beyond their developer's hourly limit wait without delaying other developers' pictures", async () => {
  const [spent, other] = [await newDeveloper(platform), await newDeveloper(platform)];
  const [slug, theirs] = ['spent-hour', 'other-hour'];
  await pushVersion(platform, spent, { slug, distribution: 'public' });
  await pushVersion(platform, other, { slug: theirs, distribution: 'public' });
  const hour = { teamId: spent.viewer.accountId, kind: 'pictures' } as const;
  await chargeWork(contextOf(platform), hour, HOURLY_WORK_MS.pictures);
  const file = await plainPicture(512, 512);
  const { media, uploadUrl } = await announceMedia(platform, spent.viewer, slug, { kind: 'icon', file });
  await put(uploadUrl, file);
  const ready = await uploadPicture(platform, other.viewer, theirs, {
    kind: 'icon',
    file: await plainPicture(512, 512),
  });
  expect(ready.status).toBe('ready');
  expect(
    await platform.database.query('SELECT status, attempts FROM apps.listing_media WHERE id = $1', [
      media?.id,
    ]),
  ).toEqual([{ status: 'uploaded', attempts: 0 }]);
});

const STORE = `query ($search: String, $filter: StoreAppFilter) {
  appStore(search: $search, filter: $filter, first: 100) { nodes { slug } } }`;
const inStore = async (variables: object = {}): Promise<readonly string[]> => {
  const { host } = await demoHost(platform, 'lakeside');
  return (await as(host, STORE, variables)).appStore.nodes.map(({ slug }: { slug: string }) => slug);
};

const REVIEW = `{ appListingsInReview { nodes { appSlug revision changes { field risk before after } } } }`;
const REJECT = `mutation ($slug: String!, $revision: Int!, $reason: String!) {
  appListingReject(slug: $slug, revision: $revision, reason: $reason) {
    listing { status draftStatus rejectionReason published { tagline } } userErrors { code } } }`;
const SUSPEND = `mutation ($slug: String!, $reason: String!) { appListingSuspend(slug: $slug, reason: $reason) {
  listing { status suspensionReason isListed } userErrors { code } } }`;
const RESUME = `mutation ($slug: String!, $reason: String!) { appListingResume(slug: $slug, reason: $reason) {
  listing { status } userErrors { code } } }`;
const VISIBILITY = `mutation ($slug: String!, $listed: Boolean!) { appListingVisibilitySet(slug: $slug, listed: $listed) {
  listing { status isListed } userErrors { code } } }`;

describe('a listing on its way to the store', () => {
  let whole: Awaited<ReturnType<typeof wholeListing>>;
  const slug = 'first-listing';
  beforeAll(async () => {
    await publishApp(platform, { slug, scopes: ['read_tasks'] });
    whole = await wholeListing(platform, slug);
  });

  test('the draft of a live but unlisted app names what it lacks for publishing', async () => {
    const { listing } = await save(slug, { tagline: 'Only this' });
    expect(listing).toMatchObject({
      status: 'draft',
      draftStatus: 'draft',
      isListed: false,
      published: null,
    });
    expect(listing.missing.map(({ field }: { field: string }) => field)).toContain('icon');
    expect(await inStore()).not.toContain(slug);
  });

  test("an incomplete listing can't be submitted", async () => {
    const { listing, userErrors } = await save(slug, { ...whole, privacyUrl: null, icon: null }, true);
    expect(listing).toBeNull();
    expect(userErrors).toEqual([
      { code: 'LISTING_INCOMPLETE', field: ['input', 'icon'], message: expect.any(String) },
      { code: 'LISTING_INCOMPLETE', field: ['input', 'privacyUrl'], message: expect.any(String) },
    ]);
  });

  test('a submitted listing awaits review with all its changes until it is saved again', async () => {
    expect((await save(slug, whole, true)).listing).toMatchObject({
      status: 'in_review',
      draftStatus: 'in_review',
    });
    const { nodes } = (await as(operatorViewer, REVIEW)).appListingsInReview;
    expect(nodes[0].changes).toContainEqual({
      field: 'privacyUrl',
      risk: 'high',
      before: null,
      after: TEXTS.privacyUrl,
    });
    expect((await save(slug, whole)).listing.status).toBe('draft');
    expect((await as(operatorViewer, REVIEW)).appListingsInReview.nodes).toEqual([]);
  });

  test('a listing is approved only at the revision that the operator read', async () => {
    const { revision } = (await save(slug, whole, true)).listing;
    const next = (await save(slug, { ...whole, demoUrl: 'https://evil.example.com' }, true)).listing.revision;
    expect(await approve(slug, revision)).toEqual({
      listing: null,
      userErrors: [{ code: 'LISTING_CHANGED' }],
    });
    expect((await approve(slug, next)).listing).toEqual({
      status: 'published',
      draftStatus: null,
      isListed: true,
      published: { tagline: TEXTS.tagline },
    });
    expect(await inStore()).toContain(slug);
    expect((await approve(slug, next)).userErrors).toEqual([{ code: 'NOT_IN_REVIEW' }]);
  });

  test("the store shows a listing's published texts and pictures, each under its name", async () => {
    const { host } = await demoHost(platform, 'lakeside');
    const { storeApp } = await as(
      host,
      `query ($slug: String!) { storeApp(slug: $slug) {
        tagline description iconUrl gallery { url alt } languages categories support { email url } } }`,
      { slug },
    );
    const { media } = (await as(dev, '{ app(slug: "first-listing") { listing { media { kind url } } } }')).app
      .listing;
    const urlOf = (kind: string) => media.find((one: { kind: string }) => one.kind === kind).url;
    expect(storeApp).toEqual({
      tagline: TEXTS.tagline,
      description: TEXTS.description,
      iconUrl: urlOf('icon'),
      gallery: [{ url: urlOf('gallery'), alt: 'The board of today' }],
      languages: ['en'],
      categories: ['cleaning'],
      support: { email: TEXTS.supportEmail, url: null },
    });
    expect((await fetch(storeApp.iconUrl)).status).toBe(200);
  });

  test("a listing can be queried together with its app's versions", async () => {
    const BESIDE = `{ app(slug: "first-listing") { versions(first: 1) { nodes { listing { tagline description iconUrl } } } } }`;
    const [version] = (await as(dev, BESIDE)).app.versions.nodes;
    expect(version.listing).toMatchObject({ tagline: TEXTS.tagline, description: TEXTS.description });
    expect(version.listing.iconUrl).toMatch(/\/media\/apps\/[0-9a-f]{64}\/512$/);
  });

  test('a published listing stays unchanged while a second draft is edited, reviewed and rejected', async () => {
    const { listing } = await save(slug, { ...whole, tagline: 'Better' }, true);
    expect(listing).toMatchObject({
      status: 'published',
      draftStatus: 'in_review',
      published: { tagline: TEXTS.tagline },
    });
    const { changes, revision } = (await as(operatorViewer, REVIEW)).appListingsInReview.nodes[0];
    const beside = '{ app(slug: "first-listing") { versions(first: 1) { nodes { listing { tagline } } } } }';
    expect((await as(dev, beside)).app.versions.nodes).toEqual([{ listing: { tagline: 'Better' } }]);
    expect(changes).toContainEqual({
      field: 'tagline',
      risk: 'medium',
      before: TEXTS.tagline,
      after: 'Better',
    });
    const { appListingReject } = await as(operatorViewer, REJECT, { slug, revision, reason: ' Too vague. ' });
    expect(appListingReject.listing).toEqual({
      status: 'published',
      draftStatus: 'rejected',
      rejectionReason: 'Too vague.',
      published: { tagline: TEXTS.tagline },
    });
    expect(await inStore({ search: 'better' })).toEqual([]);
  });

  test('saving the published content removes the draft', async () => {
    const published = { ...whole, demoUrl: 'https://evil.example.com' };
    expect((await save(slug, published, true)).listing).toMatchObject({
      status: 'published',
      draftStatus: null,
      rejectionReason: null,
    });
  });

  test('a developer can withdraw and republish a listing', async () => {
    const set = async (listed: boolean) =>
      (await as(devHost, VISIBILITY, { slug, listed })).appListingVisibilitySet.listing;
    expect(await set(false)).toEqual({ status: 'unlisted', isListed: false });
    expect(await inStore()).not.toContain(slug);
    const { host } = await demoHost(platform, 'lakeside');
    const { storeApp } = await as(
      host,
      '{ storeApp(slug: "first-listing") { isListed listing { tagline } } }',
    );
    expect(storeApp).toEqual({ isListed: false, listing: { tagline: TEXTS.tagline } });
    expect(await set(true)).toEqual({ status: 'published', isListed: true });
  });

  test("no new team can install a suspended listing's app", async () => {
    const suspend = async (reason: string) =>
      (await as(operatorViewer, SUSPEND, { slug, reason })).appListingSuspend;
    expect((await suspend(' ')).userErrors).toEqual([{ code: 'INVALID' }]);
    expect((await suspend('It mails guests.')).listing).toEqual({
      status: 'suspended',
      suspensionReason: 'It mails guests.',
      isListed: false,
    });
    expect((await suspend('Another')).listing.suspensionReason).toBe('It mails guests.');
    const { host } = await demoHost(platform, 'lakeside');
    expect((await as(host, `{ storeApp(slug: "${slug}") { slug } }`)).storeApp).toBeNull();
    const { appInstall } = await as(
      host,
      `mutation { appInstall(slug: "${slug}") { userErrors { code message } } }`,
    );
    expect(appInstall.userErrors).toEqual([
      { code: 'NOT_INSTALLABLE', message: expect.stringContaining('suspended') },
    ]);
    const { platformListings } = await as(
      operatorViewer,
      '{ platformListings(search: "FIRST-L") { nodes { appSlug status suspensionReason } } }',
    );
    expect(platformListings.nodes).toEqual([
      { appSlug: slug, status: 'suspended', suspensionReason: 'It mails guests.' },
    ]);
    expect(
      (await as(devHost, VISIBILITY, { slug, listed: true })).appListingVisibilitySet.listing.status,
    ).toBe('suspended');
    const { appListingResume } = await as(operatorViewer, RESUME, { slug, reason: 'It stopped.' });
    expect(appListingResume).toEqual({ listing: { status: 'published' }, userErrors: [] });
    expect(await inStore()).toContain(slug);
  });

  test("the developer's teams see every step in their activity", async () => {
    const { teamEvents } = await as(devHost, '{ teamEvents(first: 100) { nodes { kind change } } }');
    const kinds = teamEvents.nodes
      .map(({ kind }: { kind: string }) => kind)
      .filter((kind: string) => kind.startsWith('app_listing'));
    expect(new Set(kinds)).toEqual(
      new Set(
        ['submitted', 'approved', 'rejected', 'listed', 'unlisted', 'suspended', 'resumed'].map(
          (step) => `app_listing.${step}`,
        ),
      ),
    );
  });
});

describe('a listing reviewed with a version', () => {
  const APPROVE_VERSION = `mutation ($id: ID!, $listingRevision: Int) {
    appVersionApprove(id: $id, listingRevision: $listingRevision) { version { status live listing { tagline } } userErrors { code } } }`;
  const VERSIONS = '{ appVersionsInReview { nodes { id listing { tagline } listingRevision } } }';
  const inReview = async (id: string) =>
    (await as(operatorViewer, VERSIONS)).appVersionsInReview.nodes.find(
      (version: { id: string }) => version.id === id,
    );
  const listingOf = async (slug: string) =>
    (
      await as(
        dev,
        'query ($slug: String!) { app(slug: $slug) { listing { status isListed draftStatus published { tagline } } } }',
        { slug },
      )
    ).app.listing;
  const push = (slug: string) =>
    pushApp(
      platform,
      { name: slug, slug, distribution: 'public', scopes: ['read_tasks'] },
      { release: false },
    );
  const release = (slug: string) =>
    as(dev, 'mutation ($slug: String!) { appRelease(slug: $slug) { userErrors { code } } }', { slug });

  test.each(['before', 'after'])(
    'a listing saved %s releasing the version is published when the version is approved',
    async (when) => {
      const slug = `with-version-${when}`;
      const id = await push(slug);
      const whole = await wholeListing(platform, slug);
      if (when === 'before') await save(slug, whole);
      await release(slug);
      if (when === 'after') await save(slug, whole);
      expect(await inReview(id)).toMatchObject({
        listing: { tagline: TEXTS.tagline },
        listingRevision: expect.any(Number),
      });
      expect((await as(operatorViewer, APPROVE_VERSION, { id })).appVersionApprove).toEqual({
        version: { status: 'approved', live: true, listing: { tagline: TEXTS.tagline } },
        userErrors: [],
      });
      expect(await listingOf(slug)).toEqual({
        status: 'published',
        isListed: true,
        draftStatus: null,
        published: { tagline: TEXTS.tagline },
      });
      expect(await inStore()).toContain(slug);
    },
  );

  test('a listing is approved only at the given revision', async () => {
    const slug = 'with-version-changed';
    const id = await push(slug);
    await save(slug, await wholeListing(platform, slug));
    await release(slug);
    const { listingRevision } = await inReview(id);
    const refused = await as(operatorViewer, APPROVE_VERSION, { id, listingRevision: listingRevision - 1 });
    expect(refused.appVersionApprove).toEqual({ version: null, userErrors: [{ code: 'LISTING_CHANGED' }] });
    expect(await inReview(id)).toBeDefined();
    const { appVersionApprove } = await as(operatorViewer, APPROVE_VERSION, { id, listingRevision });
    expect(appVersionApprove.userErrors).toEqual([]);
  });

  test('an incomplete or unsubmitted later draft stays a draft', async () => {
    const slug = 'with-version-draft';
    const id = await push(slug);
    const whole = await wholeListing(platform, slug);
    await save(slug, { tagline: 'Only this' });
    await release(slug);
    await as(operatorViewer, APPROVE_VERSION, { id });
    expect(await listingOf(slug)).toMatchObject({ status: 'draft', published: null });
    await approve(slug, (await save(slug, whole, true)).listing.revision);
    const next = await pushApp(
      platform,
      { name: slug, slug, distribution: 'public', scopes: ['read_tasks', 'read_bookings'] },
      { release: false },
    );
    await save(slug, { ...whole, tagline: 'Still being written' });
    await release(slug);
    await as(operatorViewer, APPROVE_VERSION, { id: next });
    expect(await listingOf(slug)).toMatchObject({
      draftStatus: 'draft',
      published: { tagline: TEXTS.tagline },
    });
  });
});

describe('who may', () => {
  test('a listing can be edited only by its developer', async () => {
    await publishApp(platform, { slug: 'not-yours', scopes: ['read_tasks'] });
    const { viewer, host } = await demoHost(platform, 'lakeside');
    for (const other of [viewer, host, operatorViewer]) {
      const { appListingSave } = await as(other, SAVE, { slug: 'not-yours', input: {} });
      expect(appListingSave.userErrors).toMatchObject([{ code: 'NOT_FOUND', field: ['slug'] }]);
    }
  });

  test('only operators can review or suspend a listing', async () => {
    const { host } = await demoHost(platform, 'lakeside');
    for (const other of [dev, devHost, host]) {
      for (const [text, variables] of [
        [REVIEW, {}],
        [APPROVE, { slug: 'not-yours', revision: 1 }],
        [REJECT, { slug: 'not-yours', revision: 1, reason: 'No' }],
        [SUSPEND, { slug: 'not-yours', reason: 'No' }],
      ] as const) {
        await expect(as(other, text, variables)).rejects.toMatchObject({ code: 'ACCESS_DENIED' });
      }
    }
  });

  test('only a public app can be listed by its developer', async () => {
    const { slug } = await installNewApp(platform, await demoHost(platform, 'devteam'), {});
    expect((await save(slug, {})).userErrors).toMatchObject([{ code: 'NOT_LISTABLE', field: ['slug'] }]);
    expect((await as(dev, `{ app(slug: "${slug}") { listing { status } } }`)).app.listing).toBeNull();
  });
});

describe('pictures of a listing', () => {
  const slug = 'with-pictures';
  beforeAll(() => publishApp(platform, { slug, scopes: ['read_tasks'] }));

  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await request(`${platform.address}${path}`, { headers });
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer.body) };
  };

  test("a listing's pictures are encoded again in every size", async () => {
    const file = await sharp(await plainPicture(1_024, 1_024))
      .withExif({ IFD0: { Model: 'Secret camera' } })
      .jpeg()
      .toBuffer();
    const icon = await uploadPicture(platform, dev, slug, { file, kind: 'icon' });
    expect(icon).toMatchObject({ status: 'ready', problem: null, width: 1_024 });
    for (const width of [128, 512]) {
      const { status, headers, body } = await get(`/media/apps/${icon.sha256}/${width}`, {
        accept: 'image/webp',
      });
      expect([status, headers['content-type']]).toEqual([200, 'image/webp']);
      expect(await sharp(body).metadata()).toMatchObject({ width, height: width });
      expect(await sharp(body).metadata()).not.toHaveProperty('exif');
      const cached = await get(`/media/apps/${icon.sha256}/${width}`, {
        accept: 'image/webp',
        'if-none-match': String(headers.etag),
      });
      expect(cached.status).toBe(304);
    }
    expect((await get(`/media/apps/${icon.sha256}/800`)).status).toBe(404);
    expect((await get(`/media/${icon.sha256}/512`)).status).toBe(404);
  });

  test("a listing's pictures lose hidden data in their files", async () => {
    const square = await sharp(await polyglot())
      .resize(512, 512, { fit: 'fill' })
      .jpeg()
      .toBuffer();
    const file = Buffer.concat([square, Buffer.from(PAYLOAD)]);
    const icon = await uploadPicture(platform, dev, slug, { file, kind: 'icon' });
    const { body } = await get(`/media/apps/${icon.sha256}/512`);
    expect(body.includes(PAYLOAD)).toBe(false);
  });

  test.each([
    ['icon', 600, 512, 'square'],
    ['gallery', 1_600, 901, '16:9'],
  ] as const)(
    'a picture as %s with %i × %i pixels is rejected and named in the error',
    async (kind, width, height, word) => {
      const file = await plainPicture(width, height);
      const seen = await uploadPicture(platform, dev, slug, { file, kind });
      expect(seen).toMatchObject({ status: 'rejected', problem: expect.stringContaining(word) });
      const input = kind === 'icon' ? { icon: seen.id } : { gallery: [{ media: seen.id, alt: 'A board' }] };
      const { userErrors } = await save(slug, input);
      expect(userErrors).toEqual([
        {
          code: 'INVALID',
          field: kind === 'icon' ? ['input', 'icon'] : ['input', 'gallery', '0', 'media'],
          message: seen.problem,
        },
      ]);
    },
  );

  test("a file that isn't a picture is rejected", async () => {
    const file = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`);
    expect(await uploadPicture(platform, dev, slug, { file, kind: 'icon' })).toMatchObject({
      status: 'rejected',
      problem: expect.stringContaining("isn't a JPEG"),
    });
  });

  test("oversized pictures and another app's pictures are refused", async () => {
    const file = await plainPicture(512, 512);
    const { userErrors } = await announceMedia(platform, dev, slug, {
      file,
      kind: 'icon',
      bytes: 10_000_001,
    });
    expect(userErrors).toEqual([{ code: 'INVALID', field: ['input', 'bytes'] }]);
    await publishApp(platform, { slug: 'thief', scopes: ['read_tasks'] });
    const { id } = await uploadPicture(platform, dev, slug, { file, kind: 'icon' });
    expect((await save('thief', { icon: id })).userErrors).toMatchObject([
      { code: 'INVALID', field: ['input', 'icon'] },
    ]);
  });

  test('a picture can be uploaded once, only to its own address', async () => {
    const file = await plainPicture(512, 512);
    const { uploadUrl } = await announceMedia(platform, dev, slug, { file, kind: 'icon' });
    const forged = uploadUrl?.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) ?? '';
    expect(await put(forged, file)).toEqual({ status: 404, code: 'upload_not_found' });
    expect(await put(uploadUrl?.replace('/media/apps/uploads/', '/media/uploads/') ?? '', file)).toEqual({
      status: 404,
      code: 'upload_not_found',
    });
    expect(await put(uploadUrl, Buffer.concat([file, file]))).toEqual({ status: 400, code: 'wrong_body' });
    expect((await put(uploadUrl, file)).status).toBe(200);
    expect(await put(uploadUrl, file)).toEqual({ status: 409, code: 'already_uploaded' });
  });

  test('a picture is deleted after a week without a listing', async () => {
    const used = await uploadPicture(platform, dev, slug, {
      file: await plainPicture(512, 512),
      kind: 'icon',
    });
    const idle = await uploadPicture(platform, dev, slug, {
      file: await plainPicture(512, 512),
      kind: 'icon',
    });
    await save(slug, { icon: used.id });
    const inAWeek = new Date(Date.now() + 8 * 86_400_000);
    await purgeListingMedia({ ...contextOf(platform), clock: { now: () => inAWeek } });
    expect((await get(`/media/apps/${idle.sha256}/512`)).status).toBe(404);
    expect((await get(`/media/apps/${used.sha256}/512`)).status).toBe(200);
  });

  test('an app has at most 40 pictures', async () => {
    await publishApp(platform, { slug: 'collector', scopes: ['read_tasks'] });
    const announce = async (number: number) =>
      (await announceMedia(platform, dev, 'collector', { file: Buffer.from(`${number}`), kind: 'icon' }))
        .userErrors;
    for (let number = 0; number < 40; number++) expect(await announce(number)).toEqual([]);
    expect(await announce(40)).toEqual([{ code: 'LIMIT_REACHED', field: null }]);
    expect(await announce(0)).toEqual([]);
  });
});

describe('the store', () => {
  beforeAll(async () => {
    await publishApp(platform, { slug: 'lock-master', scopes: ['read_bookings', 'write_tasks'] });
    await publishListing(platform, 'lock-master', {
      tagline: 'Codes for every lock',
      description: 'Works with Nuki.',
      categories: ['access', 'guest_experience'],
    });
    await publishApp(platform, {
      slug: 'pay-fast',
      type: 'payment',
      endpoints: { payment_session: 'https://a.example.com' },
    });
    await publishListing(platform, 'pay-fast', { tagline: 'Cards and wallets', categories: ['payments'] });
    await as(
      devHost,
      'mutation { appBillingSet(slug: "pay-fast", billing: external) { userErrors { code } } }',
    );
  });

  test.each([
    ['part of the tagline', { search: 'EVERY LOCK' }, ['lock-master']],
    ['part of the description', { search: 'nuki' }, ['lock-master']],
    ['a category', { filter: { category: 'guest_experience' } }, ['lock-master']],
    ['a kind', { filter: { type: 'payment' } }, ['pay-fast']],
    ['what is not free', { filter: { free: false } }, ['pay-fast']],
    ['what is free, and a category', { filter: { free: true, category: 'payments' } }, []],
  ])('a store search by %s finds the matching apps', async (_what, variables, slugs) => {
    expect(await inStore(variables)).toEqual(slugs);
  });

  test("the store shows the developer's texts and the platform's facts", async () => {
    const { host } = await demoHost(platform, 'lakeside');
    const { storeApp } = await as(
      host,
      `{ storeApp(slug: "lock-master") { isListed
        listing { tagline icon { url } gallery { alt media { width height } } supportEmail privacyUrl categories }
        facts { permissions dataRead pricing installs medianAnswerMs updatedAt } } }`,
    );
    expect(storeApp).toMatchObject({
      isListed: true,
      listing: {
        tagline: 'Codes for every lock',
        icon: { url: expect.stringMatching(/\/media\/apps\/[\da-f]{64}\/512$/) },
        gallery: [{ alt: 'The board of today', media: { width: 1_600, height: 900 } }],
      },
      facts: {
        permissions: ['See your bookings', 'Work on your tasks'],
        dataRead: expect.arrayContaining([
          "Your guests' names",
          'Your tasks with their place, due time, status and assignee',
        ]),
        pricing: 'Free',
        installs: 0,
        medianAnswerMs: null,
      },
    });
  });

  test("the store measures an app's response time from its latest webhooks", async () => {
    const { host } = await demoHost(platform, 'lakeside');
    await as(host, 'mutation { appInstall(slug: "lock-master") { userErrors { code } } }');
    await platform.database.query(
      `INSERT INTO apps.deliveries (install_id, event_id, topic, resource_key, body, status, latency_ms, sent_at, delivered_at, created_at)
       SELECT i.id, gen_random_uuid(), 'task.created', 'task:' || n, '{}', 'delivered', n * 10, now(), now(), now()
       FROM apps.installs i JOIN apps.apps a ON a.id = i.app_id, generate_series(1, 21) n WHERE a.slug = 'lock-master'`,
    );
    const { storeApp } = await as(host, '{ storeApp(slug: "lock-master") { facts { medianAnswerMs } } }');
    // This install's latest 20: 20 to 210 ms.
    expect(storeApp.facts.medianAnswerMs).toBe(115);
  });
});

describe('the management API', () => {
  const slug = 'over-rest';
  const rest = () =>
    developer(platform.address, platform.demo?.accounts.find(({ key }) => key === 'developer')?.pat ?? '');

  test('the management API edits, completes and submits a listing in the same shape that it returns', async () => {
    await publishApp(platform, { slug, scopes: ['read_tasks'] });
    const empty = (await rest().call('GET', `apps/${slug}/listing`)).json;
    expect(empty).toMatchObject({ status: 'draft', published: null, draft: { tagline: null, gallery: [] } });
    expect(empty.missing.map(({ field }: { field: string }) => field)).toContain('support.email');
    const { icon, gallery: pictures } = await wholeListing(platform, slug);
    const gallery = pictures.map(({ media, alt }) => ({ media_id: media, alt }));
    const body = {
      tagline: 'By REST',
      description: 'Text',
      icon,
      gallery,
      categories: ['other'],
      languages: ['en'],
      support: { email: 'a@example.com' },
      privacy_url: 'https://a.example.com',
      terms_url: 'https://a.example.com',
    };
    const saved = await rest().call('PUT', `apps/${slug}/listing`, { body });
    expect(saved).toMatchObject({ status: 200, json: { draft_status: 'draft', missing: [], draft: body } });
    const again = await rest().call('PUT', `apps/${slug}/listing`, {
      body: { ...saved.json.draft, submit: true },
    });
    expect(again.json).toMatchObject({ status: 'in_review', draft: saved.json.draft });
  });

  test('a picture announced over the management API is then uploaded without a token', async () => {
    const file = await plainPicture(1_600, 900);
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(file).digest('hex');
    const body = { kind: 'gallery', bytes: file.length, sha256, content_type: 'image/png' };
    const { status, json } = await rest().call('POST', `apps/${slug}/listing/media`, { body });
    expect([status, json.status]).toEqual([201, 'announced']);
    expect((await put(json.upload_url, file)).status).toBe(200);
    expect(json.media_id).toBe(json.id);
  });

  test("a picture's announced text applies if the gallery has no text for it", async () => {
    const file = await plainPicture(1_600, 900);
    const { createHash } = await import('node:crypto');
    const sha256 = createHash('sha256').update(file).digest('hex');
    const announced = { kind: 'gallery', bytes: file.length, sha256, alt: 'The board' };
    const { json } = await rest().call('POST', `apps/${slug}/listing/media`, { body: announced });
    const gallery = [{ media_id: json.media_id }];
    const saved = await rest().call('PUT', `apps/${slug}/listing`, { body: { gallery } });
    expect(saved.json.draft.gallery).toEqual([{ media_id: json.media_id, alt: 'The board' }]);
    const unknown = await rest().call('PUT', `apps/${slug}/listing`, {
      body: { gallery: [{ media_id: '999999' }] },
    });
    expect([unknown.status, Object.keys(unknown.json.errors)]).toEqual([
      422,
      expect.arrayContaining(['gallery.0.media_id']),
    ]);
  });

  test.each([
    [{ privacy_url: 'http://a.example.com' }, 422, 'listing_invalid', 'privacy_url'],
    [{ support: { email: 'nobody' } }, 422, 'listing_invalid', 'support.email'],
    [{ submit: true }, 422, 'listing_incomplete', 'icon'],
    [{ categories: ['spaceships'] }, 400, 'bad_request', 'categories.0'],
    [{ tagline: 5 }, 400, 'bad_request', 'tagline'],
  ])('the management API responds to %j with %i %s and names %s', async (body, status, code, field) => {
    const { status: answered, json } = await rest().call('PUT', `apps/${slug}/listing`, { body });
    expect([answered, json.code]).toEqual([status, code]);
    expect(Object.keys(json.errors)).toContain(field);
  });

  test("the management API refuses an app that can't be listed", async () => {
    const { slug: own } = await installNewApp(platform, await demoHost(platform, 'devteam'), {});
    for (const [method, path, body] of [
      ['GET', 'listing', undefined],
      ['PUT', 'listing', {}],
      ['POST', 'listing/visibility', { listed: true }],
    ] as const) {
      const { status, json } = await rest().call(method, `apps/${own}/${path}`, { body });
      expect([status, json.code]).toEqual([409, 'not_listable']);
    }
    const hidden = await rest().call('POST', `apps/${slug}/listing/visibility`, { body: { listed: false } });
    expect([hidden.status, hidden.json.code]).toEqual([409, 'not_published']);
    expect((await rest().call('GET', 'apps/nothing/listing')).status).toBe(404);
  });
});
