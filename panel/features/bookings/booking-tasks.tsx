import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { instantAt } from '../../format/dates.ts';
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

const nameOf = (taskType: string) => taskType.charAt(0).toUpperCase() + taskType.slice(1);

/** A booking's tasks; hidden if there are none. */
export function BookingTasks({ booking }: { readonly booking: Booking }) {
  const tasks = booking.tasks?.nodes ?? [];
  if (tasks.length === 0) return null;
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
