/** Characters in a one-line description. */
const LONGEST = 500;

/**
 * Returns the beginning of a Markdown text as plain text on one line, in whole words up to 500 characters,
 * for offers with room for a few sentences.
 */
export function plainBeginning(markdown: string): string {
  const text = withoutMarkup(markdown).replace(/\s+/g, ' ').trim();
  if (text.length <= LONGEST) return text;
  const cut = text.slice(0, LONGEST - 1).toWellFormed();
  return `${cut.replace(/\s+\S*$/, '')}…`;
}

/** Converts a full Markdown text to plain text, paragraph by paragraph; a list keeps its lines. */
export const plainParagraphs = (markdown: string): readonly string[] =>
  markdown
    .split(/\n\s*\n/)
    .map((paragraph) => withoutMarkup(paragraph.replace(/^\s{0,3}[-*+]\s+/gm, '• ')).trim())
    .filter((paragraph) => paragraph !== '');

const withoutMarkup = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}\s+|>\s?|[-*+]\s+|\d{1,3}[.)]\s+)/gm, '')
    .replace(/[*_`~]+([^*_`~\s](?:[^*_`~]*[^*_`~\s])?)[*_`~]+/g, '$1');
