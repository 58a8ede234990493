import { Anchor, Text } from '@mantine/core';
import { piecesOf } from '../../../kit/linked-text.ts';
import classes from './messages.module.css';

/** A person's text, line by line; links show their target. */
export function LinkedText({ text }: { readonly text: string }) {
  const pieces = piecesOf(text).map((piece, place) => ({ ...piece, key: `${place} ${piece.text}` }));
  return (
    <Text component="div" size="sm" className={classes.text ?? ''}>
      {pieces.map((piece) =>
        piece.kind === 'words' ? (
          piece.text
        ) : (
          <span key={piece.key}>
            <Anchor
              underline="always"
              href={piece.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              inherit
            >
              {piece.text}
            </Anchor>{' '}
            <Text span size="xs" c="dimmed">
              ({piece.host})
            </Text>
          </span>
        ),
      )}
    </Text>
  );
}
