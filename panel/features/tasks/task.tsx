import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { BackLink } from '../../components/back-link.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Facts } from '../../components/facts.tsx';
import { Loading } from '../../components/loading.tsx';
import { NotFoundPage } from '../../components/not-found-page.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { Checklist } from './checklist.tsx';
import { Comments } from './comments.tsx';
import { DueTime } from './due-time.tsx';
import { EditTask } from './edit-task.tsx';
import { type TasksOneQuery, tasksOneDocument, tasksSetupDocument } from './generated.ts';
import { Photos } from './photos.tsx';
import { TaskFields } from './task-fields.tsx';
import { TaskMoves } from './task-moves.tsx';
import { TaskStatusBadge } from './task-status-badge.tsx';
import {
  addressWords,
  arrivalWords,
  assigneeWords,
  guestWords,
  placeWords,
  typeNameOf,
} from './task-words.ts';
import classes from './tasks.module.css';

const DESK = ['manager', 'front_desk'] as const;

type Task = NonNullable<TasksOneQuery['task']>;

/** One task: its text, checklist, photos, comments, place and assignee, and its next step. */
export function TaskPage() {
  const { id = '' } = useParams();
  const isDesk = isOneOf(useTeam(), DESK);
  const { data, error, refetch } = useTeamQuery(tasksOneDocument, { id, isDesk }, { refreshMs: LIVE_MS });
  const setup = useTeamQuery(tasksSetupDocument, {});
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data || !setup.data) return <Loading label={t`Loading the task`} />;
  const { task } = data;
  if (!task) {
    return (
      <NotFoundPage title={t`Task`} list={{ href: '/tasks', label: t`All tasks` }}>
        <Trans>This team has no such task, or a colleague has taken it.</Trans>
      </NotFoundPage>
    );
  }
  const typeName = typeNameOf({ taskTypes: setup.data.taskTypes ?? [] }, task);
  const isOver = task.canonicalStatus === 'VERIFIED' || task.canonicalStatus === 'CANCELLED';
  const ownId = setup.data.account?.id ?? null;
  const mayAdd = !isOver && (isDesk || task.assignee?.accountId === ownId);
  return (
    <Page
      title={task.title ?? typeName}
      lead={
        <BackLink href="/tasks">
          <Trans>All tasks</Trans>
        </BackLink>
      }
      actions={
        <>
          <TaskMoves task={task} typeName={typeName} />
          {!isOver && (
            <OnlyFor roles={DESK}>
              <EditTask task={task} />
            </OnlyFor>
          )}
        </>
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel title={t`What to do`}>
          <Text className={classes.text ?? ''} {...(!task.description && { c: 'dimmed' })}>
            {task.description ?? t`No description.`}
          </Text>
          {task.checklist.length > 0 && <Checklist task={task} disabled={isOver} />}
          <TaskFields taskId={task.id} fields={task.fields} />
        </Panel>
        <Panel title={t`Where, when and who`}>
          <Facts facts={factsOf(task, typeName, ownId)} />
        </Panel>
      </SimpleGrid>
      <Panel title={t`Photos`}>
        {!mayAdd && task.photos.length === 0 && (
          <Text c="dimmed">
            <Trans>No photos.</Trans>
          </Text>
        )}
        <Photos task={task} disabled={!mayAdd} />
      </Panel>
      <Panel title={t`Comments`}>
        <Comments task={task} />
      </Panel>
    </Page>
  );
}

function factsOf(task: Task, typeName: string, ownId: string | null) {
  const address = addressWords(task.property?.address);
  const { bookingId, booking } = task;
  return [
    [t`State`, <TaskStatusBadge key="state" status={task.canonicalStatus} />],
    [t`Type`, typeName],
    [t`Where`, placeWords(task.property?.name ?? t`A property`, task)],
    ...(address ? [[t`Address`, address] as const] : []),
    [t`Due`, <DueTime key="due" task={task} />],
    [t`Assigned to`, assigneeWords(task, ownId)],
    ...(task.unit ? [[t`Next guests`, arrivalWords(task.nextArrival)] as const] : []),
    ...(bookingId && booking
      ? [
          [
            t`Booking`,
            <span key="booking">
              <Anchor component={Link} href={`/bookings/${bookingId}`} underline="always" inherit>
                {booking.reference}
              </Anchor>
              {`, ${guestWords(booking)}`}
            </span>,
          ] as const,
        ]
      : []),
  ] as const;
}
