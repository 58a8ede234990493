import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import { html, raw } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { inlineRules } from '../../page/stylesheet.ts';
import { ask, type StorefrontPages } from '../ask.ts';
import { frameSessionsDocument, type PagePlacementFragment } from '../generated.ts';
import type { Visit } from '../visit.ts';
import { ASKED, consentForm, consentOf } from './consent.ts';
import { type InjectedNeeds, needsOf } from './policy.ts';

/** App content on a page. */
export interface Injected {
  /** Returns the content for a target; empty if there is none. */
  readonly at: (target: string) => Html | '';
  readonly head: Html | '';
  readonly end: Html | '';
  /** Additions to the page's policy; null if apps don't change the page. */
  readonly needs: (InjectedNeeds & { readonly styles: string; readonly script: string | null }) | null;
}

/** A page without app content, which is byte for byte the same as without apps. */
export const NOTHING: Injected = { at: () => '', head: '', end: '', needs: null };

/** The current page. */
export interface Shown {
  readonly page: 'home' | 'stay' | 'request' | 'booking';
  readonly unitTypeId?: string | null;
  readonly propertyId?: string | null;
}

const SANDBOX = 'allow-scripts allow-forms allow-popups allow-same-origin';
const RULES = inlineRules(new URL('./injections.css', import.meta.url));
const SCRIPT_TEXT = readFileSync(new URL('./frames.js', import.meta.url), 'utf8');
const SCRIPT = {
  element: html`<script type="module">${raw(SCRIPT_TEXT)}</script>`,
  source: `'sha256-${createHash('sha256').update(SCRIPT_TEXT).digest('base64')}'`,
};

/**
 * Selects a storefront's placements for a page. Pages with a guest's form have no scripts, regardless of what
 * was placed.
 */
export function placementsOn(
  placements: readonly PagePlacementFragment[],
  { page, propertyId }: Shown,
): readonly PagePlacementFragment[] {
  const isOpen = page === 'home' || page === 'stay';
  return placements.filter(({ kind, target, offPropertyIds }) => {
    if (propertyId && offPropertyIds.includes(propertyId)) return false;
    if (target === 'body.end') return isOpen && kind === 'script';
    if (target === 'head') return isOpen && kind === 'meta';
    return target.startsWith(`${page}.`) && (kind === 'frame' || (kind === 'link' && page !== 'booking'));
  });
}

/**
 * Prepares apps' additions to a page, according to the guest's consent
 * (docs/interface/injections.md#rendering).
 */
export async function injectionsOn(
  pages: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  visit: Visit,
  all: readonly PagePlacementFragment[],
  shown: Shown,
): Promise<Injected> {
  const placements = placementsOn(all, shown);
  if (placements.length === 0) return NOTHING;
  const consent = consentOf(request);
  const needed = ASKED.filter((kind) => placements.some((placement) => placement.consent === kind));
  const loaded = placements.filter(
    (placement) => placement.consent === 'necessary' || consent?.has(placement.consent),
  );
  const sources = await frameSources(pages, request, visit, loaded, shown);
  const rendered = loaded.flatMap((placement) => {
    const element = elementOf(placement, sources.get(placement.id) ?? null, shown);
    return element ? [{ placement, element }] : [];
  });
  const needs = needsOf(rendered.map(({ placement }) => placement));
  const hasFrames = needs.frames.length > 0;
  const of = (target: string): Html | '' => {
    const here = rendered.filter(({ placement }) => placement.target === target);
    return here.length === 0 ? '' : html`${here.map(({ element }) => element)}`;
  };
  return {
    at: of,
    head: html`${RULES.element}${of('head')}`,
    end: html`${needed.length > 0 ? consentForm(visit, needed, consent) : ''}${hasFrames ? SCRIPT.element : ''}${of('body.end')}`,
    needs: { ...needs, styles: RULES.source, script: hasFrames ? SCRIPT.source : null },
  };
}

/** Builds each frame's URL with a new session; a frame has no URL after its install ends. */
async function frameSources(
  pages: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  visit: Visit,
  placements: readonly PagePlacementFragment[],
  shown: Shown,
): Promise<ReadonlyMap<string, string>> {
  const frames = placements.filter(({ kind, url }) => kind === 'frame' && url != null);
  const tokens = await sessionsOf(pages, request, visit, frames, shown);
  return new Map(
    frames.flatMap(({ id, url }, index) => {
      const token = tokens[index];
      if (!token || url == null || !URL.canParse(url)) return [];
      const source = new URL(url);
      source.searchParams.set('placement', id);
      source.searchParams.set('session', token);
      return [[id, source.href] as const];
    }),
  );
}

/** Issues session tokens for frames, in the same order. */
export async function sessionsOf(
  pages: Pick<StorefrontPages, 'execute'>,
  request: FastifyRequest,
  { storefront, language }: Visit,
  frames: readonly Pick<PagePlacementFragment, 'id' | 'installId'>[],
  { page, unitTypeId = null }: Shown,
): Promise<readonly (string | null)[]> {
  if (frames.length === 0) return [];
  const input = frames.map(({ id: placementId, installId }) => ({
    installId,
    placementId,
    storefrontId: storefront.id,
    page,
    unitTypeId,
    locale: language,
    origin: storefront.baseUrl,
  }));
  return (await ask(pages, request, frameSessionsDocument, { input })).injectionSessions;
}

function elementOf(placement: PagePlacementFragment, source: string | null, shown: Shown): Html | null {
  const { id, kind, name, url, minHeight, maxHeight, lazy, metaName, metaContent } = placement;
  switch (kind) {
    case 'frame':
      return source === null
        ? null
        : html`<section class="injected" aria-label="${name}"><iframe title="${name}" src="${source}" sandbox="${SANDBOX}" referrerpolicy="no-referrer" height="${maxHeight}"${lazy ? html` loading="lazy"` : ''} data-placement="${id}" data-page="${shown.page}"${shown.unitTypeId ? html` data-unit-type="${shown.unitTypeId}"` : ''} data-min="${minHeight}" data-max="${maxHeight}"></iframe></section>`;
    case 'link':
      return url == null
        ? null
        : html`<p class="injected"><a class="button" href="${url}" target="_blank" rel="noopener noreferrer">${name}</a></p>`;
    case 'script':
      return url == null
        ? null
        : html`<script type="module" async src="${url}" integrity="${placement.integrity}" crossorigin="anonymous"></script>`;
    case 'meta':
      return metaName && metaContent ? html`<meta name="${metaName}" content="${metaContent}">` : null;
  }
}
