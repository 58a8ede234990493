import { z } from 'zod';
import type { TaskEvent } from '#schema/events.ts';
import { id, version } from './fields.ts';

export const TaskStatus = z.enum(['open', 'assigned', 'in_progress', 'completed', 'verified', 'cancelled']);

export const Task = z.object({
  type: z.literal('task'),
  id: id.describe('Same as `Task.id` in GraphQL.'),
  version,
  task_type: z.string().describe('For example `cleaning`.'),
  canonical_status: TaskStatus,
  property_id: id,
  booking_id: id.nullable(),
  due_at: z.iso.datetime().nullable(),
});

/** Returns a task's status as spelled in webhooks. */
export const statusOf = (status: TaskEvent['status']): z.output<typeof TaskStatus> =>
  TaskStatus.parse(status.toLowerCase());

export const describeTask = (event: TaskEvent): z.output<typeof Task> => ({
  type: 'task',
  id: event.taskId,
  version: event.version,
  task_type: event.taskType,
  canonical_status: statusOf(event.status),
  property_id: event.propertyId,
  booking_id: event.bookingId,
  due_at: event.dueAt,
});
