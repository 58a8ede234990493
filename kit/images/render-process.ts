import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import sharp from 'sharp';
import { type DecodeAnswer, decodeHeic } from './decode-heic.ts';
import { encodeAll, problemOf, type RenderOrder } from './encode.ts';
import { formatOf, type OtherFormat } from './formats.ts';
import type { DrawOrder, ImageProblem, RenderAnswer } from './rendered.ts';

// A kit/images/run-renderer.ts process for one picture: the file arrives on stdin, the result leaves on
// stdout. It has no settings and no secrets, runs at low priority, and ends if it takes too much memory. It
// contains any damage from a file crafted to exploit a decoder.

const MAX_MEMORY_BYTES = 900_000_000;
const LOOK_EVERY_MS = 20;
const LOWEST_NEED = 10;

setPriority(LOWEST_NEED);
sharp.cache(false);
sharp.concurrency(1);
// Decodes only accepted upload formats; HEIC has a separate decoder, see decode-heic.ts.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) void end({ problem: 'too_much_work' });
}, LOOK_EVERY_MS).unref();

const order = JSON.parse(process.argv[2] ?? '') as RenderOrder | DrawOrder; // run-renderer.ts wrote it
const file = await buffer(process.stdin);
const REFUSED: Readonly<Record<OtherFormat, ImageProblem>> = { avif: 'avif', heif_sequence: 'animated' };
await ('draw' in order ? draw(order) : renderPhoto(order));

/** Draws our own picture; the input isn't an upload. */
async function draw({ draw: size }: DrawOrder): Promise<void> {
  sharp.unblock({ operation: ['VipsForeignLoadSvg'] });
  const png = await sharp(file).resize(size, size).png({ compressionLevel: 9, palette: true }).toBuffer();
  process.stdout.end(png);
  await finished(process.stdout);
}

async function renderPhoto(wanted: RenderOrder): Promise<void> {
  try {
    const readable = await openUpload(file, wanted);
    await ('problem' in readable ? end(readable) : render(readable.picture, wanted));
  } catch (error) {
    const tooMany = error instanceof Error && error.message.includes('pixel limit');
    await end({ problem: tooMany ? 'too_many_pixels' : 'unreadable' });
  }
}

type Opened = { readonly picture: Buffer } | { readonly problem: ImageProblem };

/** Returns a file sharp can decode, or the upload's problem. */
async function openUpload(upload: Buffer, wanted: RenderOrder): Promise<Opened> {
  const format = formatOf(upload);
  if (format === null) return { problem: 'unsupported' };
  if (format === 'heic') return opened(await decodeHeic(upload, wanted));
  if (format === 'avif' || format === 'heif_sequence') return { problem: REFUSED[format] };
  const problem = await problemOf(upload, wanted);
  return problem ? { problem } : { picture: upload };
}

function opened(decoded: DecodeAnswer): Opened {
  if ('problem' in decoded) return decoded;
  sharp.unblock({ operation: ['VipsForeignLoadTiff'] }); // written by us
  return { picture: Buffer.from(decoded.tiff.buffer) };
}

async function render(picture: Buffer, wanted: RenderOrder): Promise<void> {
  const { renditions, ...size } = await encodeAll(picture, wanted);
  const heads = renditions.map(({ body, ...rendition }) => ({ ...rendition, bytes: body.length }));
  await end(
    { ...size, renditions: heads },
    renditions.map(({ body }) => body),
  );
}

async function end(answer: RenderAnswer, bodies: readonly Buffer[] = []): Promise<void> {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
  for (const body of bodies) process.stdout.write(body);
  process.stdout.end();
  await finished(process.stdout);
  process.exit(0);
}
