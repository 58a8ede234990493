import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Facts } from '../../components/facts.tsx';
import { Panel } from '../../components/panel.tsx';
import { instantAt } from '../../format/dates.ts';
import { translated } from '../../i18n/translated.ts';
import { typeNameOf } from '../tasks/task-words.ts';
import type { BookingDetailQuery, TaskStatus } from './generated.ts';

type Booking = NonNullable<BookingDetailQuery['booking']>;

const STATUS: Readonly<Record<TaskStatus, string>> = translated({
  OPEN: msg`not assigned yet`,
  ASSIGNED: 'assigned',
  IN_PROGRESS: msg`in progress`,
  COMPLETED: 'done',
  VERIFIED: 'verified',
  CANCELLED: 'cancelled',
});

interface BookingTasksProps {
  readonly booking: Booking;
  readonly taskTypes: BookingDetailQuery['taskTypes'];
}

/** A booking's tasks; hidden if empty. */
export function BookingTasks({ booking, taskTypes }: BookingTasksProps) {
  const tasks = booking.tasks?.nodes ?? [];
  if (tasks.length === 0) return null;
  const nameOf = (taskType: string) => typeNameOf({ taskTypes: taskTypes ?? [] }, { taskType });
  return (
    <Panel title={t`Tasks`}>
      <Facts
        facts={tasks.map(({ id, taskType, canonicalStatus, dueAt, assigneeName }) => [
          nameOf(taskType),
          <span key={id}>
            {`${[
              assigneeName ? `${assigneeName}, ${STATUS[canonicalStatus]}` : STATUS[canonicalStatus],
              ...(dueAt ? [t`due ${instantAt(dueAt, booking.property?.timeZone)}`] : []),
            ].join(', ')} `}
            <Anchor
              component={Link}
              href={`/tasks/${id}`}
              underline="always"
              inherit
              aria-label={t`View task: ${nameOf(taskType)}`}
            >
              <Trans>View task</Trans>
            </Anchor>
          </span>,
        ])}
      />
    </Panel>
  );
}
