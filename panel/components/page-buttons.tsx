import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import type { Pager } from './pager.ts';

/** Buttons for a list's other pages; hidden if there's only one page. */
export function PageButtons({ label, pager }: { readonly label: string; readonly pager: Pager }) {
  if (!pager.hasPrevious && !pager.hasNext) return null;
  return (
    <Group component="nav" justify="flex-end" gap="sm" aria-label={t`Pages of ${label.toLowerCase()}`}>
      <Text size="sm" c="dimmed">
        <Trans>Page {pager.number}</Trans>
      </Text>
      <Button size="xs" variant="default" disabled={!pager.hasPrevious} onClick={pager.previous}>
        <Trans>Previous</Trans>
      </Button>
      <Button size="xs" variant="default" disabled={!pager.hasNext} onClick={pager.next}>
        <Trans>Next</Trans>
      </Button>
    </Group>
  );
}
