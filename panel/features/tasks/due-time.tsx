import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { instantAt } from '../../format/dates.ts';
import type { TaskStatus } from './generated.ts';

interface DueTimeProps {
  readonly task: {
    readonly dueAt: string | null;
    readonly canonicalStatus: TaskStatus;
    readonly property: { readonly timeZone: string } | null;
  };
}

/** A task's due time, marked if it's overdue. */
export function DueTime({ task: { dueAt, canonicalStatus, property } }: DueTimeProps) {
  if (dueAt === null) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No due time</Trans>
      </Text>
    );
  }
  const isLate =
    Date.parse(dueAt) < Date.now() && ['OPEN', 'ASSIGNED', 'IN_PROGRESS'].includes(canonicalStatus);
  return (
    <Text size="sm" {...(isLate && { c: 'var(--mantine-color-error)', fw: 600 })}>
      {isLate && t`Overdue since `}
      {instantAt(dueAt, property?.timeZone)}
    </Text>
  );
}
