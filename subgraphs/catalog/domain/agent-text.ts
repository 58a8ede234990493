/** Invisible characters, and characters that reverse text: control characters and direction marks. */
const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
const LINE_BREAKS = /\r\n?|\n/;

/** Maximum number of characters that agents get from a description. */
const LONGEST = 4_000;

/** Puts a host's text on one line, without invisible characters. */
export const cleanLine = (text: string): string => text.replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();

/**
 * Cleans a host's Markdown for readers that treat every source as untrusted: removes markup and pictures,
 * keeps links only to the host's own site, and cuts the text at the end of a line to `longest` characters
 * (4,000).
 */
export function cleanMarkdown(markdown: string, ownHost: string, longest = LONGEST): string {
  const text = markdown
    .split(LINE_BREAKS)
    .map((line) => line.replace(INVISIBLE, ''))
    .filter((line) => !/^\s*\[[^\]]*\]:/.test(line)) // link reference definitions
    .join('\n')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/!?\[([^\]]*)\]\(\s*<?([^)\s>]*)[^)]*\)/g, (_whole, words: string, url: string) =>
      isOwn(url, ownHost) ? `[${words}](${url})` : words,
    )
    .replace(/<[^>\n]*>/g, '')
    .replace(/[a-z][a-z\d+.-]*:\/\/[^\s)\]]+/gi, (url) => (isOwn(url, ownHost) ? url : ''))
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (text.length <= longest) return text;
  return (
    text
      .slice(0, longest)
      .toWellFormed()
      .replace(/\n?[^\n]*$/, '')
      .trim() || text.slice(0, longest).toWellFormed()
  );
}

function isOwn(url: string, ownHost: string): boolean {
  const parsed = URL.parse(url);
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.hostname === ownHost;
}
