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
