import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { DueTime } from './due-time.tsx';
import { type ListedTaskFragment, tasksListedDocument, tasksSetupDocument } from './generated.ts';
import { NewTask } from './new-task.tsx';
import { TaskStatusBadge } from './task-status-badge.tsx';
import {
  assigneeWords,
  dueGroup,
  placeWords,
  type TaskSetup,
  typeNameOf,
  VIEWS,
  type View,
} from './task-words.ts';
import classes from './tasks.module.css';

/** Tasks at the properties: what to do, where, by when and by whom. */
export function TasksPage() {
  const [view, setView] = useState<View>('todo');
  const { data, error, refetch } = useTeamQuery(tasksSetupDocument, {});
  const setup = data && { ...data, taskTypes: data.taskTypes ?? [] };
  return (
    <Page
      title={t`Tasks`}
      lead={t`Cleaning, repairs and inspections at your properties.`}
      actions={
        setup && (
          <OnlyFor roles={['manager', 'front_desk']}>
            <NewTask setup={setup} />
          </OnlyFor>
        )
      }
    >
      <div className={classes.views}>
        <SegmentedControl
          aria-label={t`Which tasks to show`}
          value={view}
          onChange={(value) => setView(value as View)} // a value below
          data={Object.entries(VIEWS).map(([value, { label }]) => ({ value, label }))}
        />
      </div>
      <ErrorNote error={error} onRetry={refetch} />
      {!setup && !error && <Loading label={t`Loading tasks`} />}
      {setup && <TaskList key={view} view={view} setup={setup} />}
    </Page>
  );
}

interface TaskListProps {
  readonly view: View;
  readonly setup: TaskSetup;
}

function TaskList({ view, setup }: TaskListProps) {
  const { label, empty, filter } = VIEWS[view];
  const { after, pagerOf } = usePager(view);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    tasksListedDocument,
    { ...filter, first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  return (
    <DataTable
      label={t`Tasks: ${label}`}
      columns={columnsWith(setup)}
      read={{ data: data?.hostTasks.nodes, error, refetch, isPlaceholderData }}
      rowKey={({ id }) => id}
      {...(filter.order === 'due' && { groupOf: dueGroup })}
      isBrief
      isTitled
      empty={{ ...empty, action: view === 'todo' && <AutomaticTasks /> }}
      pager={pagerOf(data?.hostTasks.pageInfo)}
    />
  );
}

const AutomaticTasks = () => (
  <OnlyFor roles={['manager', 'front_desk']}>
    <Anchor component={Link} href="/automation" size="sm">
      <Trans>Create tasks automatically</Trans>
    </Anchor>
  </OnlyFor>
);

const columnsWith = (setup: TaskSetup): readonly Column<ListedTaskFragment>[] => [
  {
    title: msg`Task`,
    cell: (task) => (
      <div className={classes.what}>
        <Anchor component={Link} href={`/tasks/${task.id}`} fw={600} size="sm">
          {task.title ?? typeNameOf(setup, task)}
        </Anchor>
        {task.title && (
          <Text size="xs" c="dimmed">
            {typeNameOf(setup, task)}
          </Text>
        )}
        {task.description && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {task.description}
          </Text>
        )}
      </div>
    ),
  },
  {
    title: msg`Where`,
    cell: (task) => (
      <Text size="sm">
        {task.unit ? t`Unit ${task.unit.name}` : (task.unitType?.name ?? t`Whole property`)}
        <Text span size="xs" c="dimmed" className={classes.property ?? ''}>
          {placeWords(task.property?.name ?? t`A property`, { unitType: task.unit ? task.unitType : null })}
        </Text>
      </Text>
    ),
  },
  { title: msg`Due`, cell: (task) => <DueTime task={task} /> },
  {
    title: msg`Assigned to`,
    cell: (task) => (
      <Text size="sm" {...(!task.assignee && { c: 'dimmed' })}>
        {assigneeWords(task, setup.account?.id ?? null)}
      </Text>
    ),
  },
  { title: msg`State`, cell: ({ canonicalStatus }) => <TaskStatusBadge status={canonicalStatus} /> },
];
