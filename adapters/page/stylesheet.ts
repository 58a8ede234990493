import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { html, raw } from 'hono/html';
import type { Html } from './shell.ts';

const BASE = readFileSync(new URL('./base.css', import.meta.url), 'utf8');

const rulesOf = (own: URL): string => BASE + readFileSync(own, 'utf8');

/** Serves a surface's own rules, after the rules shared by all pages, as one file. */
export function serveStylesheet(app: FastifyInstance, path: string, own: URL): void {
  const text = rulesOf(own);
  app.get(path, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(text),
  );
}

/** Rules embedded in a page. */
export interface InlineStyles {
  readonly element: Html;
  /** Source that allows the rules in a content security policy. */
  readonly source: string;
}

/** Embeds the same rules in each page, so it renders without another request. */
export const inlineStyles = (own: URL): InlineStyles => inline(rulesOf(own));

/** Embeds a few more rules in their own element, for pages that need them. */
export const inlineRules = (own: URL): InlineStyles => inline(readFileSync(own, 'utf8'));

/**
 * Embeds rules that only apply inside elements that match a selector, below all other rules on the page; custom
 * properties on `:root` apply to the whole page.
 */
export function scopedRules(selector: string, own: readonly URL[]): InlineStyles {
  const text = (BASE + own.map((url) => readFileSync(url, 'utf8')).join('')).replaceAll(
    /\/\*[\s\S]*?\*\//g,
    '',
  );
  const roots = text.match(/(?:@media \(prefers-color-scheme: dark\) \{\s*)?:root \{[^}]*\}/g) ?? [];
  const properties = roots.map((rule) => (rule.startsWith('@') ? `${rule}}` : rule)).join('');
  return inline(`@layer platform { ${properties} @scope (${selector}) { ${text} } }`);
}

const inline = (rules: string): InlineStyles =>
  inlineText(rules.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' '));

/** Embeds rules unchanged; they don't contain comments. */
export function inlineText(text: string): InlineStyles {
  const digest = createHash('sha256').update(text).digest('base64');
  return { element: html`<style>${raw(text)}</style>`, source: `'sha256-${digest}'` };
}
