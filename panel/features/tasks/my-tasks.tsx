import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'wouter';
import { LIVE_MS, useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageButtons } from '../../components/page-buttons.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { Section } from '../../components/panel.tsx';
import { Checklist } from './checklist.tsx';
import { Comments } from './comments.tsx';
import { DueTime } from './due-time.tsx';
import {
  type ListedTaskFragment,
  tasksMineDocument,
  tasksMoveDocument,
  tasksUntakenDocument,
  type WorkFragment,
} from './generated.ts';
import { Photos } from './photos.tsx';
import { TaskFields } from './task-fields.tsx';
import { addressWords, arrivalWords, typeNameOf } from './task-words.ts';
import classes from './tasks.module.css';

/** The member's own tasks and those no one has taken, made for a phone. */
export function MyTasksPage() {
  const { data, error, refetch } = useTeamQuery(tasksMineDocument, {}, { refreshMs: LIVE_MS });
  const types = { taskTypes: data?.taskTypes ?? [] };
  const untaken = useUntaken();
  return (
    <Page title={t`My tasks`}>
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading your tasks`} />}
      {data?.mine.nodes.length === 0 && (
        <EmptyState title={t`Nothing to do right now`}>
          <Trans>Tasks that someone assigns to you appear here.</Trans>{' '}
          {untaken.hasTasks && t`You can also take one below.`}
        </EmptyState>
      )}
      <Stack gap="md">
        {data?.mine.nodes.map((task) => (
          <MyTask key={task.id} task={task} typeName={typeNameOf(types, task)} />
        ))}
      </Stack>
      {data && (untaken.hasTasks || untaken.error) && (
        <Untaken {...untaken} typeNameOf={(task) => typeNameOf(types, task)} />
      )}
    </Page>
  );
}

const unitWords = ({ unit, unitType, property }: ListedTaskFragment): string =>
  unit ? t`Unit ${unit.name}` : (unitType?.name ?? property?.name ?? t`A property`);

interface MyTaskProps {
  readonly task: WorkFragment;
  readonly typeName: string;
}

/** One of the member's tasks, with a single large button for its next step. */
function MyTask({ task, typeName }: MyTaskProps) {
  const { id, property, description, canonicalStatus, hostMoves, comments } = task;
  const [showsComments, { toggle }] = useDisclosure(false);
  const { mutate, isPending, error, variables } = useTeamMutation(tasksMoveDocument);
  const next = canonicalStatus === 'IN_PROGRESS' ? 'COMPLETED' : 'IN_PROGRESS';
  const address = addressWords(property?.address);
  return (
    <Paper component="section" className={classes.mine ?? ''} aria-label={`${unitWords(task)}: ${typeName}`}>
      <div>
        <Title order={2} size="h3">
          {unitWords(task)}
        </Title>
        <Text fw={600}>{task.title ? `${typeName}: ${task.title}` : typeName}</Text>
      </div>
      <dl className={classes.facts}>
        <dt>
          <Trans>Where</Trans>
        </dt>
        <dd>{[property?.name, address].filter(Boolean).join(', ')}</dd>
        <dt>
          <Trans>Due</Trans>
        </dt>
        <dd>
          <DueTime task={task} />
        </dd>
        {task.unit && (
          <>
            <dt>
              <Trans>Next guests</Trans>
            </dt>
            <dd>{arrivalWords(task.nextArrival)}</dd>
          </>
        )}
      </dl>
      {description && <Text className={classes.text ?? ''}>{description}</Text>}
      {task.checklist.length > 0 && <Checklist task={task} />}
      <TaskFields taskId={id} fields={task.fields} />
      <Photos task={task} />
      {hostMoves.includes(next) && (
        <Button
          fullWidth
          size="lg"
          loading={isPending && variables.status === next}
          onClick={() => mutate({ id, status: next })}
        >
          {next === 'COMPLETED' ? t`Done` : t`Start`}
        </Button>
      )}
      <ErrorNote error={error} />
      <div className={classes.more}>
        <Button
          variant="subtle"
          className={classes.touch ?? ''}
          aria-expanded={showsComments}
          onClick={toggle}
        >
          {comments.length === 0
            ? t`Comment`
            : plural(comments.length, { one: '# comment', other: '# comments' })}
        </Button>
        {hostMoves.includes('OPEN') && (
          <Button
            variant="subtle"
            className={classes.touch ?? ''}
            loading={isPending && variables.status === 'OPEN'}
            onClick={() => mutate({ id, status: 'OPEN' })}
          >
            <Trans>Give back</Trans>
          </Button>
        )}
      </div>
      {showsComments && <Comments task={task} />}
    </Paper>
  );
}

/** Reads a page of the tasks that the member can take. */
function useUntaken() {
  const { after, pagerOf } = usePager('untaken');
  const { data, error, refetch } = useTeamQuery(
    tasksUntakenDocument,
    { first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  const page = data?.hostTasks;
  const hasTasks = (page?.nodes.length ?? 0) > 0 || after !== null;
  return { page, error, refetch, hasTasks, pager: pagerOf(page?.pageInfo) };
}

interface UntakenProps extends ReturnType<typeof useUntaken> {
  readonly typeNameOf: (task: ListedTaskFragment) => string;
}

/** Tasks that the member can take. */
function Untaken({ typeNameOf: nameOf, page, error, refetch, pager }: UntakenProps) {
  const { mutate, isPending, error: refused, variables } = useTeamMutation(tasksMoveDocument);
  return (
    <Section title={t`Not taken yet`}>
      <ErrorNote error={error} onRetry={refetch} />
      {!page && !error && <Loading label={t`Loading tasks`} lines={3} />}
      <ul className={classes.untaken}>
        {page?.nodes.map((task) => (
          <li key={task.id}>
            <div className={classes.what}>
              <Anchor component={Link} href={`/tasks/${task.id}`} fw={600} className={classes.taskLink ?? ''}>
                {`${unitWords(task)}: ${task.title ?? nameOf(task)}`}
              </Anchor>
              <Text size="sm" c="dimmed">
                {task.property?.name}
              </Text>
              <DueTime task={task} />
            </div>
            <Button
              variant="default"
              className={classes.touch ?? ''}
              aria-label={t`Take ${unitWords(task)}: ${task.title ?? nameOf(task)}`}
              loading={isPending && variables.id === task.id}
              onClick={() => mutate({ id: task.id, status: 'ASSIGNED' })}
            >
              <Trans>Take</Trans>
            </Button>
          </li>
        ))}
      </ul>
      <ErrorNote error={refused} />
      <PageButtons label={t`Tasks not taken yet`} pager={pager} />
    </Section>
  );
}
