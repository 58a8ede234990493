import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { Pager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { instantAt } from '../../format/dates.ts';
import { placeWords } from '../tasks/task-words.ts';
import type { TodayOverviewQuery } from './generated.ts';

type Task = NonNullable<TodayOverviewQuery['overdue']>['nodes'][number];
type TaskTypes = TodayOverviewQuery['taskTypes'];

const columnsWith = (taskTypes: TaskTypes): readonly Column<Task>[] => [
  {
    title: msg`Task`,
    cell: ({ id, taskType, title }) => (
      <div>
        <Anchor component={Link} href={`/tasks/${id}`} size="sm" fw={600}>
          {taskTypes?.find((type) => type.id === taskType)?.name ?? taskType}
        </Anchor>
        {title && <Text size="sm">{title}</Text>}
      </div>
    ),
  },
  { title: msg`Where`, cell: (task) => placeWords(task.property?.name ?? t`A property`, task) },
  {
    title: msg`Was due`,
    cell: ({ dueAt, property }) => (
      <Text size="sm" c="var(--mantine-color-error)">
        {dueAt && instantAt(dueAt, property?.timeZone)}
      </Text>
    ),
  },
  { title: msg`Assigned to`, cell: ({ assigneeName }) => assigneeName ?? t`No one yet` },
];

interface OverdueProps {
  readonly taskTypes: TaskTypes;
  readonly read: {
    readonly data: readonly Task[];
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly pager: Pager;
}

/** Overdue tasks, longest overdue first. */
export function Overdue({ taskTypes, read, pager }: OverdueProps) {
  if (read.data.length === 0 && !pager.hasPrevious) {
    return (
      <Section title={t`Overdue tasks`} isLine>
        <Text c="dimmed">
          <Trans>No overdue tasks</Trans>
        </Text>
        <Anchor component={Link} href="/tasks" size="sm">
          <Trans>All tasks</Trans>
        </Anchor>
      </Section>
    );
  }
  return (
    <Section title={t`Overdue tasks`}>
      <DataTable
        label={t`Overdue tasks`}
        columns={columnsWith(taskTypes)}
        rowKey={({ id }) => id}
        empty={{ title: t`No overdue tasks` }}
        {...{ read, pager }}
      />
    </Section>
  );
}
