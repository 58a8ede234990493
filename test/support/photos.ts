import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { request } from 'undici';
import type { Viewer } from '#kit/viewer.ts';
import type { Platform } from '#server/platform.ts';
import { ask } from './developer.ts';

export const sha256Of = (file: Uint8Array): string => createHash('sha256').update(file).digest('hex');

let made = 0;
/** A single-color JPEG; each is a different file. */
export function plainPhoto(width = 1_200, height = 800): Promise<Buffer> {
  made += 1;
  return sharp({ create: { width, height, channels: 3, background: '#5588aa' } })
    .withExif({ IFD0: { ImageDescription: `Photo ${made}` } })
    .jpeg()
    .toBuffer();
}

/** A HEIC from test/fixtures/photos. */
export const heicPhoto = (name: 'phone' | '72-megapixels'): Promise<Buffer> =>
  readFile(new URL(`../fixtures/photos/${name}.heic`, import.meta.url));

/** The announcement's result. */
export interface Announced {
  readonly mediaId: string | null;
  readonly uploadUrl: string | null;
  readonly userErrors: readonly { readonly code: string; readonly field: readonly string[] | null }[];
}

/** Announces a file, unchanged or with overrides. */
export async function announce(
  platform: Platform,
  viewer: Viewer,
  file: Uint8Array,
  told: Readonly<Record<string, unknown>> = {},
): Promise<Announced> {
  const { mediaUploadCreate } = await ask<{ mediaUploadCreate: Announced }>(
    platform,
    viewer,
    'mutation ($input: MediaUploadCreateInput!) { mediaUploadCreate(input: $input) { mediaId uploadUrl userErrors { code field } } }',
    { input: { kind: 'image', bytes: file.length, sha256: sha256Of(file), ...told } },
  );
  return mediaUploadCreate;
}

/** Sends bytes to an upload URL; a stream is sent without its length. */
export async function put(uploadUrl: string | null, body: Buffer | Readable) {
  const answer = await request(uploadUrl ?? '', { method: 'PUT', body });
  const { code = null } = (await answer.body.json()) as { code?: string };
  return { status: answer.statusCode, code };
}

/** A photo as its host sees it. */
export interface SeenMedia {
  readonly id: string;
  readonly status: string;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly problem: string | null;
  readonly url: string | null;
}

/** The photo once it is processed. */
export async function processed(platform: Platform, viewer: Viewer, id: string): Promise<SeenMedia> {
  for (;;) {
    const { media } = await ask<{ media: SeenMedia }>(
      platform,
      viewer,
      'query ($id: ID!) { media(id: $id) { id status sha256 width height problem url } }',
      { id },
    );
    if (media.status === 'ready' || media.status === 'rejected') return media;
    await sleep(50);
  }
}

/** Uploads a file, and waits until it is processed. */
export async function uploadPhoto(platform: Platform, viewer: Viewer, file: Buffer): Promise<SeenMedia> {
  const { mediaId, uploadUrl } = await announce(platform, viewer, file);
  const { status } = await put(uploadUrl, file);
  if (status !== 200) throw new Error(`The upload was answered ${status}.`);
  return processed(platform, viewer, mediaId ?? '');
}
