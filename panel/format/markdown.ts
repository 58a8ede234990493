/** An inline element in a line. */
export type Inline =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** A Markdown block. */
export type Block =
  | { readonly kind: 'heading'; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] };

const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const BULLET = /^\s{0,3}[-*+]\s+(.*)$/;
const NUMBER = /^\s{0,3}\d{1,3}[.)]\s+(.*)$/;

/**
 * Parses the Markdown that people use in descriptions: headings, paragraphs, lists, bold, italics, code and
 * links. All other syntax stays text.
 */
export function readMarkdown(markdown: string): readonly Block[] {
  return markdown
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .flatMap((part) => blocksOf(part.split('\n').filter((line) => line.trim() !== '')));
}

/** Returns the blocks in a run of non-empty lines. */
function blocksOf(lines: readonly string[]): readonly Block[] {
  const [first, ...rest] = lines;
  if (first === undefined) return [];
  const heading = HEADING.exec(first);
  if (heading) return [{ kind: 'heading', text: readInline(heading[1] ?? '') }, ...blocksOf(rest)];
  const item = BULLET.test(first) ? BULLET : NUMBER.test(first) ? NUMBER : null;
  const ends = (line: string) =>
    item ? !item.test(line) : HEADING.test(line) || BULLET.test(line) || NUMBER.test(line);
  const end = rest.findIndex(ends);
  const own = end === -1 ? lines : lines.slice(0, end + 1);
  const left = blocksOf(lines.slice(own.length));
  if (!item)
    return [{ kind: 'paragraph', text: readInline(own.map((line) => line.trim()).join(' ')) }, ...left];
  const items = own.map((line) => readInline(item.exec(line)?.[1] ?? ''));
  return [{ kind: 'list', ordered: item === NUMBER, items }, ...left];
}

const INLINE = new RegExp(
  [
    /\*\*([^*\n]+)\*\*/,
    /(?<!\w)__([^_\n]+)__(?!\w)/,
    /\*([^*\n]+)\*/,
    /(?<!\w)_([^_\n]+)_(?!\w)/,
    /`([^`\n]+)`/,
    /\[([^\]\n]+)\]\(([^()\s]+)\)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);

function readInline(line: string): readonly Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  const plain = (text: string) => text !== '' && pieces.push({ kind: 'text', text });
  for (const match of line.matchAll(INLINE)) {
    const [whole, bold, bolder, italic, slanted, code, link, href = ''] = match;
    plain(line.slice(from, match.index));
    from = match.index + whole.length;
    const [strong, emphasis] = [bold ?? bolder, italic ?? slanted];
    if (strong !== undefined) pieces.push({ kind: 'strong', text: strong });
    else if (emphasis !== undefined) pieces.push({ kind: 'emphasis', text: emphasis });
    else if (code !== undefined) pieces.push({ kind: 'code', text: code });
    else if (link !== undefined && /^https?:\/\//.test(href)) pieces.push({ kind: 'link', text: link, href });
    else plain(whole);
  }
  plain(line.slice(from));
  return pieces;
}
