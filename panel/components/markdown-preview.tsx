import { Text } from '@mantine/core';
import classes from './components.module.css';
import { Markdown } from './markdown.tsx';

/** A text in Markdown as it reads, beside where it is written; or that there is none. */
export function MarkdownPreview({ markdown }: { readonly markdown: string }) {
  return (
    <section className={classes.preview} aria-label="Preview">
      {markdown.trim() === '' ? (
        <Text c="dimmed">The preview appears here.</Text>
      ) : (
        <Markdown text={markdown} />
      )}
    </section>
  );
}
