import { msg } from '@lingui/core/macro';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { translated } from '../../i18n/translated.ts';
import type { TaskStatus } from './generated.ts';

const STATUSES: Readonly<Record<TaskStatus, readonly [tone: Tone, words: string]>> = translated({
  OPEN: ['over', msg({ message: 'Open', context: 'status' })],
  ASSIGNED: ['over', msg`Assigned`],
  IN_PROGRESS: ['waiting', msg`In progress`],
  COMPLETED: ['good', msg`Done`],
  VERIFIED: ['over', msg`Verified`],
  CANCELLED: ['over', msg({ message: 'Cancelled', context: 'task' })],
});

/** A task's status. */
export function TaskStatusBadge({ status }: { readonly status: TaskStatus }) {
  const [tone, words] = STATUSES[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
