import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { storefrontHttp } from '../test/support/agent.ts';
import { demoHost } from '../test/support/app-world.ts';
import { openBrowser } from '../test/support/browser.ts';
import { ask, installNewApp } from '../test/support/developer.ts';
import { openJudgedServer } from '../test/support/judged-server.ts';
import { printTable } from './support.ts';

/**
 * Measures how an injection with a hanging server slows its page: time to last byte for a stay page without
 * placements, with one frame whose server responds, and with one whose server accepts connections but never
 * responds. Alternates over HTTP and in a browser, which also measures the time to DOMContentLoaded. Run: npx
 * node bench/injected-origin.ts [rounds]
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const READS = 150;
const VISITS = 12;
const STATES = ['no placement', 'answers', 'hangs'] as const;
type State = (typeof STATES)[number];

const app = createServer((request, response) => {
  if (request.url?.startsWith('/hangs')) return;
  response.setHeader('content-type', 'text/html');
  response.end('<!doctype html><title>Reviews</title>');
}).listen(0, '127.0.0.1');
await once(app, 'listening');
const origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
const platform = await openJudgedServer({ WEBHOOK_ALLOW_PRIVATE: '1' });
const browser = await openBrowser();
const owner = await demoHost(platform, 'lakeside');
const { slug } = await installNewApp(platform, owner, {
  type: 'injection',
  injections: ['answers', 'hangs'].map((handle) => ({
    handle,
    target: 'stay.after_description',
    url: `${origin}/${handle}`,
    height: { min: 100, max: 300 },
  })),
});
const shop = `lakeside.localhost:${platform.port}`;
const http = storefrontHttp(platform.address, shop);
const stay = /\/stays\/\d+/.exec((await http.get('/')).text)?.[0];
if (!stay) throw new Error('The demo world sells no stay.');

const times = { http: lists(), lastByte: lists(), ready: lists() };
for (let round = 0; round <= ROUNDS; round++) {
  for (const state of STATES) await measure(state, round > 0); // the first round is a warm-up
}
const rows = (['http', 'lastByte', 'ready'] as const).map((kind) => {
  const [none = 0, ...rest] = STATES.map((state) => median(times[kind][state]));
  const title = { http: 'last byte', lastByte: 'last byte, browser', ready: 'DOMContentLoaded' }[kind];
  return [title, `${none.toFixed(2)} ms`, ...rest.map((ms) => `${(ms / none).toFixed(2)}x`)];
});
printTable(`A stay page, medians of ${ROUNDS} rounds by turns`, ['', ...STATES], rows);
await browser.close();
app.closeAllConnections();
app.close();
await http.close();
await platform.close();

async function measure(state: State, isKept: boolean): Promise<void> {
  const id = state === 'no placement' ? null : await place(state);
  for (let read = 0; read < READS; read++) {
    const began = performance.now();
    const { status, text } = await http.get(stay ?? '/', { accept: 'text/html' });
    if (status !== 200 || text.includes('<iframe') !== (id !== null)) throw new Error(`${state}: ${status}`);
    if (isKept) times.http[state].push(performance.now() - began);
  }
  for (let visit = 0; visit < VISITS; visit++) {
    const page = await browser.newPage();
    await page.goto(`http://${shop}${stay}`, { waitUntil: 'domcontentloaded' });
    const [lastByte = 0, ready = 0] = (await page.evaluate(
      `(({ requestStart, responseEnd, domContentLoadedEventEnd }) =>
        [responseEnd - requestStart, domContentLoadedEventEnd - requestStart])(performance.getEntriesByType('navigation')[0])`,
    )) as readonly number[];
    if (isKept) times.lastByte[state].push(lastByte);
    if (isKept) times.ready[state].push(ready);
    await page.close();
  }
  if (id !== null) await move('injectionRemove', id);
}

async function place(handle: string): Promise<string> {
  const { storefronts } = await ask<{ storefronts: readonly { id: string }[] }>(
    platform,
    owner.host,
    '{ storefronts { id } }',
  );
  const input = { storefrontId: storefronts[0]?.id, appSlug: slug, handle, target: 'stay.after_description' };
  const { injectionPlace } = await ask<{ injectionPlace: { placement: { id: string } } }>(
    platform,
    owner.host,
    'mutation ($input: InjectionPlaceInput!) { injectionPlace(input: $input) { placement { id } } }',
    { input },
  );
  await move('injectionPublish', injectionPlace.placement.id);
  return injectionPlace.placement.id;
}

function move(mutation: string, id: string) {
  const text = `mutation ($id: ID!) { ${mutation}(id: $id) { userErrors { code } } }`;
  return ask(platform, owner.host, text, { id });
}

function lists(): Readonly<Record<State, number[]>> {
  return { 'no placement': [], answers: [], hangs: [] };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
