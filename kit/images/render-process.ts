import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import sharp from 'sharp';
import { encodeAll, problemOf, type RenderOrder } from './encode.ts';
import type { RenderAnswer } from './rendered.ts';

// A process of kit/images/render.ts, for one photo: the file comes in on stdin, the answer goes out on stdout. It has no settings
// and no secrets, gives way to everything else, and ends when it takes too much memory. Whatever a decoder may do wrong with a
// file made for that, it does here.

const MAX_MEMORY_BYTES = 900_000_000;
const LOOK_EVERY_MS = 20;
const LOWEST_NEED = 10;

setPriority(LOWEST_NEED);
sharp.cache(false);
sharp.concurrency(1);
// Only what photos are uploaded in is ever decoded.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });

setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) void end({ problem: 'too_much_work' });
}, LOOK_EVERY_MS).unref();

const order = JSON.parse(process.argv[2] ?? '') as RenderOrder; // render.ts wrote it
const file = await buffer(process.stdin);
try {
  const problem = await problemOf(file, order);
  await (problem ? end({ problem }) : render());
} catch (error) {
  const tooMany = error instanceof Error && error.message.includes('pixel limit');
  await end({ problem: tooMany ? 'too_many_pixels' : 'unreadable' });
}

async function render(): Promise<void> {
  const { renditions, ...size } = await encodeAll(file, order);
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
