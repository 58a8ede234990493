import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { instantAt } from '../../format/dates.ts';
import { type TasksOfQuery, tasksMoveDocument } from './generated.ts';
import { TaskFields } from './task-fields.tsx';
import { assigneeWords, guestWords, inButtonOrder, moveWords, placeWords } from './task-words.ts';
import classes from './tasks.module.css';

/** A task, as shown on the board. */
export type Task = TasksOfQuery['hostTasks']['nodes'][number];

interface TaskCardProps {
  readonly task: Task;
  readonly typeName: string;
  /** Account id of the signed-in member. */
  readonly ownId: string | null;
}

/** One task: its work, place, due time and assignee, and its next statuses. */
export function TaskCard({ task, typeName, ownId }: TaskCardProps) {
  const { mutate, mutateAsync, isPending, error, variables } = useTeamMutation(tasksMoveDocument);
  const { id, canonicalStatus, hostMoves, bookingId, booking, property, dueAt, assigneeName } = task;
  const propertyName = property?.name ?? 'A property';
  return (
    <li className={classes.card}>
      <Text fw={600} size="sm">
        {typeName}
      </Text>
      {task.title && <Text size="sm">{task.title}</Text>}
      <Text size="sm">{placeWords(propertyName, task)}</Text>
      {dueAt && (
        <Text size="sm" {...(isLate(task) ? { c: 'var(--mantine-color-error)', fw: 600 } : { c: 'dimmed' })}>
          {isLate(task) ? 'Overdue since' : 'Due'} {instantAt(dueAt, property?.timeZone)}
        </Text>
      )}
      {assigneeName && (
        <Text size="sm" c="dimmed">
          {assigneeWords({ ...task, assigneeName }, ownId)}
        </Text>
      )}
      {bookingId && booking && (
        <Text size="sm">
          <Anchor component={Link} href={`/bookings/${bookingId}`} inherit>
            {booking.reference}
          </Anchor>
          {`, ${guestWords(booking)}`}
        </Text>
      )}
      {task.note && (
        <Text size="sm" c="dimmed">
          {task.note}
        </Text>
      )}
      <TaskFields taskId={id} fields={task.fields} />
      <Group gap={6} mt={8}>
        {inButtonOrder(hostMoves).map((to) =>
          to === 'CANCELLED' ? (
            <ConfirmButton
              key={to}
              size="compact-xs"
              title="Cancel this task?"
              text={`${typeName} at ${propertyName} is cancelled. Its assignee is notified.`}
              confirmLabel="Cancel task"
              onConfirm={() => mutateAsync({ id, status: to })}
              isPending={isPending}
              error={error}
            >
              {moveWords(canonicalStatus, to)}
            </ConfirmButton>
          ) : (
            <Button
              key={to}
              size="compact-xs"
              variant="default"
              loading={isPending && variables.status === to}
              onClick={() => mutate({ id, status: to })}
            >
              {moveWords(canonicalStatus, to)}
            </Button>
          ),
        )}
      </Group>
      {variables?.status !== 'CANCELLED' && <ErrorNote error={error} />}
    </li>
  );
}

/** True if the task is overdue. */
const isLate = ({ dueAt, canonicalStatus }: Task) =>
  dueAt !== null &&
  Date.parse(dueAt) < Date.now() &&
  ['OPEN', 'ASSIGNED', 'IN_PROGRESS'].includes(canonicalStatus);
