import { buffer } from 'node:stream/consumers';
import { request } from 'undici';
import type { Viewer } from '#kit/viewer.ts';
import { type Announced, announce, put } from './photos.ts';
import type { TestPlatform } from './platform.ts';

/** A file that begins like a PDF, with at least the given size; each is a different file. */
export const aPdf = (bytes = 0): Buffer =>
  Buffer.from(`%PDF-1.7
% ${crypto.randomUUID()}
${' '.repeat(bytes)}
%%EOF
`);

/** The announcement, the sent bytes and the result. */
export interface Sent {
  readonly mediaId: string;
  readonly uploadUrl: string;
  readonly status: number;
}

/** Announces a message's file and sends its bytes. */
export async function sendFile(
  platform: TestPlatform,
  viewer: Viewer,
  file: Buffer,
  name?: string,
): Promise<Sent> {
  const told = { kind: 'attachment', ...(name === undefined ? {} : { name }) };
  const { mediaId, uploadUrl, userErrors }: Announced = await announce(platform, viewer, file, told);
  if (mediaId === null || uploadUrl === null) throw new Error(JSON.stringify(userErrors));
  return { mediaId, uploadUrl, status: (await put(uploadUrl, file)).status };
}

/** The response at an address. */
export async function download(url: string) {
  const answer = await request(url);
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer.body) };
}
