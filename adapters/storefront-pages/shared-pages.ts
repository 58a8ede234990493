import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { PageNeeds } from '../page/headers.ts';
import type { Html } from '../page/shell.ts';
import { ask, type StorefrontPages } from './ask.ts';
import { pageRevisionDocument } from './generated.ts';
import { type Injected, NOTHING } from './injections/injected.ts';
import { type OpenPage, openPage, sendOpenPage } from './open-page.ts';
import { OWN, openHeaders, PRIVATE, SHARED, sendPage } from './send.ts';
import type { Visit } from './visit.ts';

/** A page as rendered for one visit. */
export interface Rendered {
  readonly body: Html;
  readonly injected?: Injected;
  /** Policy of a page with a theme. */
  readonly themed?: PageNeeds;
  /** Set if the storefront's theme failed: the next visit tries it again. */
  readonly isFallback?: boolean;
}

/** Pages that are the same for every visitor, rendered once for each storefront revision. */
export interface SharedPages {
  /**
   * Sends a page from memory, or renders it. Pages with apps' content aren't cached: each frame has its own
   * session, and the page may depend on a guest's consent.
   */
  readonly send: (
    request: FastifyRequest,
    reply: FastifyReply,
    visit: Visit,
    render: () => Promise<Rendered>,
  ) => Promise<FastifyReply>;
}

const MOST_BYTES = 32 * 1024 * 1024;
/**
 * Pages also depend on the date: the earliest check-in is today. A revision covers everything else, but
 * changes from other processes arrive slightly later.
 */
const KEPT_MS = 30_000;

/** Opens the cache; there's one per process. */
export function openSharedPages(pages: StorefrontPages): SharedPages {
  const kept = new LRUCache<string, OpenPage>({
    maxSize: MOST_BYTES,
    ttl: KEPT_MS,
    // The page and its two compressed bodies.
    sizeCalculation: ({ body }, key) => 2 * body.length + 2 * key.length + 1_024,
  });
  /** Pages being rendered, so that guests who arrive together wait for one page; null if it can't be shared. */
  const rendering = new Map<string, Promise<OpenPage | null>>();

  return {
    async send(request, reply, visit, render) {
      if (visit.storefront.isPreview) {
        const { body, isFallback: _isFallback, ...sent } = await render();
        return sendPage(reply.headers(PRIVATE), visit, body, sent);
      }
      if (!isPlain(request)) return sendRendered(request, reply, visit, await render());
      const { pageRevision } = await ask(pages, request, pageRevisionDocument, {
        storefrontId: visit.storefront.id,
      });
      if (pageRevision === null) return sendRendered(request, reply, visit, await render());
      const key = keyOf(request, visit, pageRevision);
      const under = rendering.get(key); // nothing may be awaited between this and `rendering.set`
      const known = under === undefined ? kept.get(key) : await under;
      if (known) return sendOpenPage(request, reply, known);
      const rendered = render();
      const started = rendered
        .then((page) => (isShared(page) ? sharedPage(visit, page) : null))
        .then((page) => {
          if (page !== null) kept.set(key, page);
          return page;
        })
        .finally(() => rendering.delete(key));
      rendering.set(key, started);
      const page = await started;
      return page === null
        ? sendRendered(request, reply, visit, await rendered)
        : sendOpenPage(request, reply, page);
    },
  };
}

async function sharedPage(visit: Visit, { body, themed }: Rendered): Promise<OpenPage> {
  const caching = visit.storefront.status === 'live' ? SHARED : OWN;
  return openPage(`${await body}`, openHeaders(visit, caching, themed), 'often');
}

/** Sends a page that isn't cached; it's still compressed if it has no apps' content. */
export async function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  visit: Visit,
  rendered: Rendered,
): Promise<FastifyReply> {
  const { body, isFallback: _isFallback, ...sent } = rendered;
  if (!isOpen(rendered)) return sendPage(reply.header('cache-control', OWN), visit, body, sent);
  return sendOpenPage(
    request,
    reply,
    openPage(`${await body}`, openHeaders(visit, OWN, sent.themed), 'once'),
  );
}

/** True for a page that other guests may get: the next one tries a theme that failed again. */
const isShared = (page: Rendered): boolean => isOpen(page) && !page.isFallback;

const isOpen = ({ injected = NOTHING }: Rendered): boolean => injected === NOTHING;

/** True if the query contains only the language; other addresses, such as searches, are too numerous to cache. */
const isPlain = ({ query }: FastifyRequest): boolean =>
  Object.keys(query as object).every((name) => name === 'lang'); // Fastify always parses it into an object

/**
 * Returns a key with everything that a plain page depends on, which doesn't include the visitor's own
 * address. The route and its parameters determine the page; `visit.path` appears only in its links, and several
 * routes can have the same path (`/policies/..` is `/`).
 */
function keyOf(
  { routeOptions, params }: FastifyRequest,
  { storefront, words: _words, ...visit }: Visit,
  revision: string,
): string {
  const { clientAddress: _address, asked: _asked, ...shown } = storefront;
  return JSON.stringify([routeOptions.url, params, visit, revision, shown]);
}
