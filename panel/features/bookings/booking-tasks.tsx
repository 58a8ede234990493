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

/** A booking's tasks; hidden if there are none. */
export function BookingTasks({ booking }: { readonly booking: Booking }) {
  const tasks = booking.tasks?.nodes ?? [];
  if (tasks.length === 0) return null;
  return (
    <Panel title="Tasks">
      <Facts
        facts={tasks.map(({ taskType, canonicalStatus, dueAt, assigneeName }) => [
          taskType.charAt(0).toUpperCase() + taskType.slice(1),
          [
            assigneeName ? `${assigneeName}, ${STATUS[canonicalStatus]}` : STATUS[canonicalStatus],
            ...(dueAt ? [`due ${instantAt(dueAt, booking.property?.timeZone)}`] : []),
          ].join(', '),
        ])}
      />
    </Panel>
  );
}
