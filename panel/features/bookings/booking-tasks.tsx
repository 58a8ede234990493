import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { instantAt } from '../../format/dates.ts';
import { typeNameOf } from '../tasks/task-words.ts';
import type { BookingDetailQuery, TaskStatus } from './generated.ts';

type Booking = NonNullable<BookingDetailQuery['booking']>;

const STATUS: Readonly<Record<TaskStatus, string>> = {
  OPEN: 'not assigned yet',
  ASSIGNED: 'assigned',
  IN_PROGRESS: 'in progress',
  COMPLETED: 'done',
  VERIFIED: 'verified',
  CANCELLED: 'cancelled',
};

interface BookingTasksProps {
  readonly booking: Booking;
  readonly taskTypes: BookingDetailQuery['taskTypes'];
}

/** A booking's tasks; hidden if there are none. */
export function BookingTasks({ booking, taskTypes }: BookingTasksProps) {
  const tasks = booking.tasks?.nodes ?? [];
  if (tasks.length === 0) return null;
  const nameOf = (taskType: string) => typeNameOf({ taskTypes: taskTypes ?? [] }, { taskType });
  return (
    <Panel title="Tasks">
      <Facts
        facts={tasks.map(({ id, taskType, canonicalStatus, dueAt, assigneeName }) => [
          nameOf(taskType),
          <span key={id}>
            {`${[
              assigneeName ? `${assigneeName}, ${STATUS[canonicalStatus]}` : STATUS[canonicalStatus],
              ...(dueAt ? [`due ${instantAt(dueAt, booking.property?.timeZone)}`] : []),
            ].join(', ')} `}
            <Anchor
              component={Link}
              href={`/tasks/${id}`}
              underline="always"
              inherit
              aria-label={`View task: ${nameOf(taskType)}`}
            >
              View task
            </Anchor>
          </span>,
        ])}
      />
    </Panel>
  );
}
