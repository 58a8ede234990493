import { Text, Title } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { usePager } from '../../components/pager.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { type HostTaskOrder, type TaskStatus, tasksOfDocument } from './generated.ts';
import { TaskCard } from './task-card.tsx';
import type { TaskSetup } from './task-words.ts';
import classes from './tasks.module.css';

/** Number of cards shown per column. */
const CARDS = 10;

interface ColumnProps {
  readonly status: TaskStatus;
  readonly order: HostTaskOrder;
  readonly title: string;
  readonly empty: string;
  readonly setup: TaskSetup;
}

/** Tasks with one status. */
export function Column({ status, order, title, empty, setup }: ColumnProps) {
  const team = useTeam();
  const { slug } = team;
  const isDesk = isOneOf(team, ['manager', 'front_desk']);
  const { after, pagerOf } = usePager(slug);
  const { data, error, refetch } = useTeamQuery(
    tasksOfDocument,
    { status, order, isDesk, first: CARDS, after },
    { refreshMs: LIVE_MS },
  );
  const page = data?.hostTasks;
  return (
    <section className={classes.column} aria-label={title}>
      <Title order={2} size="h5" mb="sm">
        {title}
      </Title>
      <ErrorNote error={error} onRetry={refetch} />
      {!page && !error && <Loading label={`Loading ${title.toLowerCase()}`} lines={3} />}
      {page?.nodes.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
      <ul className={classes.cards}>
        {page?.nodes.map((task) => (
          <TaskCard
            key={task.id}
            task={task}
            ownId={setup.account?.id ?? null}
            typeName={setup.taskTypes.find(({ id }) => id === task.taskType)?.name ?? task.taskType}
          />
        ))}
      </ul>
      <PageButtons label={title} pager={pagerOf(page?.pageInfo)} />
    </section>
  );
}
