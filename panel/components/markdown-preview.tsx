import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import classes from './components.module.css';
import { Markdown } from './markdown.tsx';

/** Rendered Markdown next to its editor, or a placeholder while it's empty. */
export function MarkdownPreview({ markdown }: { readonly markdown: string }) {
  return (
    <section className={classes.preview} aria-label={t`Preview`}>
      {markdown.trim() === '' ? (
        <Text c="dimmed">
          <Trans>The preview appears here.</Trans>
        </Text>
      ) : (
        <Markdown text={markdown} />
      )}
    </section>
  );
}
