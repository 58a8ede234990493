import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import type { Viewer } from '#kit/viewer.ts';
import { demoHost } from './app-world.ts';
import { ask } from './developer.ts';
import { put, sha256Of } from './photos.ts';
import type { TestPlatform } from './platform.ts';
import { operator } from './public-app.ts';

let made = 0;
/** A single-color picture; each is a different file. */
export function plainPicture(width: number, height: number): Promise<Buffer> {
  made += 1;
  const background = { r: made % 256, g: 120, b: 160 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

export type ListingMediaKind = 'icon' | 'gallery';

interface Announced {
  readonly media: { readonly id: string } | null;
  readonly uploadUrl: string | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

/** Announces a file for an app's listing, unchanged or with overrides. */
export async function announceMedia(
  platform: TestPlatform,
  viewer: Viewer,
  slug: string,
  {
    file,
    kind,
    ...told
  }: { readonly file: Buffer; readonly kind: ListingMediaKind; readonly bytes?: number },
): Promise<Announced> {
  const { appListingMediaCreate } = await ask<{ appListingMediaCreate: Announced }>(
    platform,
    viewer,
    `mutation ($slug: String!, $input: ListingMediaCreateInput!) { appListingMediaCreate(slug: $slug, input: $input) {
      media { id } uploadUrl userErrors { code field } } }`,
    { slug, input: { kind, bytes: file.length, sha256: sha256Of(file), ...told } },
  );
  return appListingMediaCreate;
}

export interface SeenPicture {
  readonly id: string;
  readonly kind: ListingMediaKind;
  readonly status: string;
  readonly problem: string | null;
  readonly sha256: string;
  readonly width: number | null;
  readonly url: string | null;
}

/** An app's pictures as its developer sees them. */
async function picturesOf(platform: TestPlatform, viewer: Viewer, slug: string) {
  const { app } = await ask<{ app: { listing: { media: readonly SeenPicture[] } } }>(
    platform,
    viewer,
    'query ($slug: String!) { app(slug: $slug) { listing { media { id kind status problem sha256 width url } } } }',
    { slug },
  );
  return app.listing.media;
}

/** Uploads a picture for an app's listing, and waits until it is processed. */
export async function uploadPicture(
  platform: TestPlatform,
  viewer: Viewer,
  slug: string,
  picture: { readonly file: Buffer; readonly kind: ListingMediaKind },
): Promise<SeenPicture> {
  const { media, uploadUrl } = await announceMedia(platform, viewer, slug, picture);
  const { status } = await put(uploadUrl, picture.file);
  if (status !== 200) throw new Error(`The upload was answered ${status}.`);
  for (;;) {
    const seen = (await picturesOf(platform, viewer, slug)).find(({ id }) => id === media?.id);
    if (seen?.status === 'ready' || seen?.status === 'rejected') return seen;
    await sleep(50);
  }
}

/** Everything that publishing needs except pictures. */
export const TEXTS = {
  tagline: 'Cleanings for every check-out',
  description: 'It plans **cleanings**.',
  categories: ['cleaning'],
  languages: ['en'],
  supportEmail: 'help@crew.example.com',
  privacyUrl: 'https://crew.example.com/privacy',
  termsUrl: 'https://crew.example.com/terms',
} as const;

/** A complete listing for the demo developer's app, with uploaded pictures. */
export async function wholeListing(platform: TestPlatform, slug: string) {
  const { viewer } = await demoHost(platform, 'devteam');
  const icon = await uploadPicture(platform, viewer, slug, {
    file: await plainPicture(512, 512),
    kind: 'icon',
  });
  const picture = await uploadPicture(platform, viewer, slug, {
    file: await plainPicture(1_600, 900),
    kind: 'gallery',
  });
  return { ...TEXTS, icon: icon.id, gallery: [{ media: picture.id, alt: 'The board of today' }] };
}

export const SAVE = `mutation ($slug: String!, $input: ListingInput!, $submit: Boolean! = false) {
  appListingSave(slug: $slug, input: $input, submit: $submit) {
    listing { status draftStatus revision isListed rejectionReason draft { tagline } published { tagline } missing { field } }
    userErrors { code field message } } }`;
export const APPROVE = `mutation ($slug: String!, $revision: Int!) { appListingApprove(slug: $slug, revision: $revision) {
  listing { status draftStatus isListed published { tagline } } userErrors { code } } }`;

/** Publishes the listing of the demo developer's app: complete, or with overrides. */
export async function publishListing(
  platform: TestPlatform,
  slug: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const { viewer } = await demoHost(platform, 'devteam');
  const whole = { ...(await wholeListing(platform, slug)), ...input };
  const { appListingSave: saved } = await ask<{
    appListingSave: { listing: { revision: number } | null; userErrors: readonly unknown[] };
  }>(platform, viewer, SAVE, { slug, input: whole, submit: true });
  if (!saved.listing) throw new Error(JSON.stringify(saved.userErrors));
  const { revision } = saved.listing;
  await ask(platform, await operator(platform), APPROVE, { slug, revision });
}
