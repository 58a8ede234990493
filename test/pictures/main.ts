import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../support/browser.ts';
import { startServerProcess } from '../support/server-process.ts';
import { fillWorld } from './fill-world.ts';
import { PICTURES, type Picture } from './pictures.ts';

// `npm run tool pictures [name …]`: takes README.md's pictures, or the named ones, from the demo world with a
// few more bookings, in Chromium, in light and dark.

const FOLDER = 'docs/public/pictures';
const WIDTH = 1280;
/** The documentation's limit for a file on a page. */
const MAX_BYTES = 150_000;

const named = process.argv.slice(2);
const chosen = PICTURES.filter(({ name }) => named.length === 0 || named.includes(name));
if (chosen.length < named.length)
  throw new Error(`There are: ${PICTURES.map(({ name }) => name).join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'platform-pictures-'));
const server = await startServerProcess({ DATA_DIR: folder });
const browser = await openBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  const demo: World = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
  const origin = `http://localhost:${server.port}`;
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await signIn(page, origin, demo);
  await fillWorld(page, server.port);
  for (const picture of chosen) await take(page, picture, server.port);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface World {
  readonly accounts: readonly { readonly key: string; readonly email: string; readonly password: string }[];
}

async function signIn(page: Page, origin: string, { accounts }: World): Promise<void> {
  const host = accounts.find(({ key }) => key === 'host');
  if (!host) throw new Error('The demo world has no host.');
  await page.goto(`${origin}/login?return_to=%2Fpanel`);
  await page.getByLabel('Email').fill(host.email);
  await page.getByLabel('Password').fill(host.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

/** Takes a picture in both color schemes. */
async function take(page: Page, { name, host, height, open }: Picture, port: number): Promise<void> {
  await page.setViewportSize({ width: WIDTH, height });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(page, `http://${host}:${port}`);
    const file = join(FOLDER, `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`);
    const body = await compressed(await page.screenshot());
    writeFileSync(file, body);
    process.stdout.write(`${file} ${Math.ceil(body.length / 1_000)} kB\n`);
  }
}

/** Encodes as WebP with the best quality that fits. */
async function compressed(png: Buffer): Promise<Buffer> {
  for (let quality = 90; quality >= 50; quality -= 10) {
    const body = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (body.length <= MAX_BYTES) return body;
  }
  throw new Error(`A picture does not fit ${MAX_BYTES} bytes.`);
}
