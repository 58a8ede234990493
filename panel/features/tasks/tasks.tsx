import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Column } from './column.tsx';
import { tasksSetupDocument } from './generated.ts';
import { NewTask } from './new-task.tsx';
import { COLUMNS, PAST } from './task-words.ts';
import classes from './tasks.module.css';

const BOARDS = { now: { label: 'To do', columns: COLUMNS }, past: { label: 'Past', columns: PAST } };

/** Tasks at the properties, by status. */
export function TasksPage() {
  const [board, setBoard] = useState<keyof typeof BOARDS>('now');
  const { data, error, refetch } = useTeamQuery(tasksSetupDocument, {});
  const setup = data && { ...data, taskTypes: data.taskTypes ?? [] };
  return (
    <Page
      title="Tasks"
      lead="Cleaning, repairs and inspections. The board refreshes automatically."
      actions={
        <>
          <SegmentedControl
            aria-label="Which tasks to show"
            size="xs"
            value={board}
            onChange={(value) => setBoard(value === 'past' ? 'past' : 'now')}
            data={Object.entries(BOARDS).map(([value, { label }]) => ({ value, label }))}
          />
          {setup && (
            <OnlyFor roles={['manager', 'front_desk']}>
              <NewTask setup={setup} />
            </OnlyFor>
          )}
        </>
      }
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!setup && !error && <Loading label="Loading tasks" />}
      {setup && (
        <div className={classes.board}>
          {BOARDS[board].columns.map((column) => (
            <Column key={column.status} {...column} setup={setup} />
          ))}
        </div>
      )}
    </Page>
  );
}
