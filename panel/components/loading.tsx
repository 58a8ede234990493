import { t } from '@lingui/core/macro';
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';

/** Placeholder lines while loading; `label` is read by screen readers. */
export function Loading({
  label = t`Loading`,
  lines = 5,
}: {
  readonly label?: string;
  readonly lines?: number;
}) {
  return (
    <Stack gap="sm" role="status" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move
        <Skeleton key={line} height={line === 0 ? 28 : 18} width={line === 0 ? '40%' : '100%'} />
      ))}
    </Stack>
  );
}
