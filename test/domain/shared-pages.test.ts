import { fastify } from 'fastify';
import { html } from 'hono/html';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { StorefrontPages } from '#adapters/storefront-pages/ask.ts';
import { NOTHING } from '#adapters/storefront-pages/injections/injected.ts';
import { openSharedPages, type Rendered } from '#adapters/storefront-pages/shared-pages.ts';
import { type Visit, visitOf } from '#adapters/storefront-pages/visit.ts';

// docs/interface/storefronts.md#compression-and-caching

const STOREFRONT = { id: '1', status: 'live', locale: 'en', look: null } as Visit['storefront']; // only what's read

let revision = 0;
let rendered = 0;
let render: (page: string) => Promise<Rendered>;
beforeEach(() => {
  revision += 1;
  rendered = 0;
});

const app = fastify();
const shared = openSharedPages({
  execute: async () => ({ pageRevision: `${revision}` }),
} as unknown as StorefrontPages); // only `execute` is used
app.get('/stays/:unitTypeId', async (request, reply) =>
  shared.send(request, reply, visitOf(request, STOREFRONT), () => {
    rendered += 1;
    return render(`page ${rendered}`);
  }),
);
afterAll(() => app.close());

/** Requests the same page several times at once; returns the distinct responses. */
const askTogether = async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.inject('/stays/1')));
  return [...new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))];
};
const later = () => new Promise((resolve) => setImmediate(resolve));

test('guests who request a new page together get one that is rendered once', async () => {
  render = async (page) => {
    await later();
    return { body: html`${page}` };
  };
  expect(await askTogether()).toEqual(['200 page 1']);
  expect(rendered).toBe(1);
});

test('a failed page is rendered again for the next guest', async () => {
  render = async () => {
    await later();
    throw new Error('no database');
  };
  expect(await askTogether()).toHaveLength(1);
  render = async (page) => ({ body: html`${page}` });
  expect(await askTogether()).toEqual([`200 page ${rendered}`]);
  expect(rendered).toBe(2);
});

test("each guest gets their own page if it has apps' content", async () => {
  render = async (page) => {
    await later();
    return { body: html`${page}`, injected: { ...NOTHING } };
  };
  expect(await askTogether()).toHaveLength(20);
});
