import { posix } from 'node:path';

/**
 * A page also reads well in the repository, where a link may lead to code. The site has no code: such a link becomes the path
 * it leads to, as text.
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

/** Whether a link leaves the pages of the site for the repository. */
function leadsOutside(href, page) {
  if (/^([a-z]+:|\/|#)/.test(href)) return false;
  const path = posix.normalize(posix.join(posix.dirname(page), href));
  return path.startsWith('../') || EXCLUDED.test(path);
}
