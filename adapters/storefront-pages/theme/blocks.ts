import { html, raw } from 'hono/html';
import type { Block, PLATFORM_CONTENT, Slot } from '#theme/vocabulary.ts';
import type { Html } from '../../page/shell.ts';

/** Content that the platform renders on a page, by the block or slot where a theme puts it. */
export type Blocks = Readonly<
  Partial<Record<Block | typeof PLATFORM_CONTENT | `slot:${Slot}`, Html | string>>
>;

/** Blocks that are part of the document rather than of its content. */
const BARE: ReadonlySet<string> = new Set(['content_for_head', 'consent']);

/**
 * Puts the platform's blocks into a rendered page. Their text is never parsed as Liquid, and a page can't
 * contain the mark by chance. A block that this page doesn't have is empty.
 */
export async function withBlocks(page: string, mark: string, blocks: Blocks): Promise<Html> {
  const pieces = page.split(`<!--${mark}:`);
  let text = pieces[0] ?? '';
  for (const piece of pieces.slice(1)) {
    const end = piece.indexOf('-->');
    const name = piece.slice(0, end);
    const content = `${(await (blocks as Readonly<Record<string, Html | string | undefined>>)[name]) ?? ''}`;
    text += content === '' || BARE.has(name) ? content : `<div class="${classOf(name)}">${content}</div>`;
    text += piece.slice(end + '-->'.length);
  }
  return html`${raw(text)}`;
}

/** Class names for style sheets: `platform stay-form`, `platform slot-stay-bottom`. */
const classOf = (name: string): string => `platform ${name.replaceAll(/[^a-z]/g, '-')}`;
