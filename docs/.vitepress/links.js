import { posix } from 'node:path';

/**
 * Replaces links to code with the linked path as text: pages link to code for readers in the repository, but the site contains
 * no code.
 *
 * @param {object} md the renderer, markdown-it
 */
export function openLinksInside(md) {
  md.core.ruler.push('links-inside', ({ tokens, env }) => {
    for (const { children } of tokens) if (children) unlink(children, env.relativePath ?? '');
  });
}

function unlink(tokens, page) {
  let outside = false;
  for (const token of tokens) {
    if (token.type === 'link_open') outside = leadsOutside(token.attrGet('href') ?? '', page);
    if (outside && (token.type === 'link_open' || token.type === 'link_close')) {
      const opens = token.type === 'link_open';
      Object.assign(token, { type: opens ? 'em_open' : 'em_close', tag: 'em', attrs: null });
      if (!opens) outside = false;
    }
  }
}

const EXCLUDED = /^(README\.md|reference\/coverage\.md|contributing\/|decisions\/)/;

/** Returns true if a link's target is in the repository but not on the site. */
function leadsOutside(href, page) {
  if (/^([a-z]+:|\/|#)/.test(href)) return false;
  const path = posix.normalize(posix.join(posix.dirname(page), href));
  return path.startsWith('../') || EXCLUDED.test(path);
}

/** A fenced code block, which has no links. */
const FENCED = /^ *(`{3,}|~{3,})[\s\S]*?^ *\1[^\n]*$/gm;

/**
 * Replaces the same links in a page's Markdown.
 *
 * @param {string} text
 * @param {string} page path of the source
 */
export function withoutLinksOutside(text, page) {
  const shown = (prose) =>
    prose.replace(/\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/g, (link, label, href) =>
      leadsOutside(href, page) ? `*${label}*` : link,
    );
  let result = '';
  let end = 0;
  for (const { 0: fenced, index } of text.matchAll(FENCED)) {
    result += shown(text.slice(end, index)) + fenced;
    end = index + fenced.length;
  }
  return result + shown(text.slice(end));
}
