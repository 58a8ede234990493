import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import type { TaskStatus } from './generated.ts';

const STATUSES: Readonly<Record<TaskStatus, readonly [tone: Tone, words: string]>> = {
  OPEN: ['over', 'Open'],
  ASSIGNED: ['over', 'Assigned'],
  IN_PROGRESS: ['waiting', 'In progress'],
  COMPLETED: ['good', 'Done'],
  VERIFIED: ['over', 'Verified'],
  CANCELLED: ['over', 'Cancelled'],
};

/** A task's status. */
export function TaskStatusBadge({ status }: { readonly status: TaskStatus }) {
  const [tone, words] = STATUSES[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
