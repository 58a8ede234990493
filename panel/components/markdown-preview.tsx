import { Text } from '@mantine/core';
import classes from './components.module.css';
import { Markdown } from './markdown.tsx';

/** Rendered Markdown next to its editor, or a placeholder while it's empty. */
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
