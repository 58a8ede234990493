import { type Block, type Inline, readMarkdown } from '../format/markdown.ts';
import classes from './components.module.css';

/**
 * Rendered Markdown. It becomes elements, never HTML: tags are shown as typed, and links can only target http
 * and https addresses.
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <div className={classes.markdown}>
      {readMarkdown(text).map((block, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name, and keep nothing
        <BlockText key={place} block={block} />
      ))}
    </div>
  );
}

function BlockText({ block }: { readonly block: Block }) {
  if (block.kind === 'paragraph') return <p>{inline(block.text)}</p>;
  if (block.kind === 'heading')
    return (
      <p>
        <strong>{inline(block.text)}</strong>
      </p>
    );
  // biome-ignore lint/suspicious/noArrayIndexKey: the same
  const items = block.items.map((item, place) => <li key={place}>{inline(item)}</li>);
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

const inline = (pieces: readonly Inline[]) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the same
  pieces.map((piece, place) => <Piece key={place} piece={piece} />);

function Piece({ piece }: { readonly piece: Inline }) {
  switch (piece.kind) {
    case 'strong':
      return <strong>{piece.text}</strong>;
    case 'emphasis':
      return <em>{piece.text}</em>;
    case 'code':
      return <code>{piece.text}</code>;
    case 'link':
      return (
        <a href={piece.href} target="_blank" rel="nofollow noopener noreferrer">
          {piece.text}
        </a>
      );
    case 'text':
      return piece.text;
  }
}
