import { t } from '@lingui/core/macro';
import { StatusBadge } from '../../components/status-badge.tsx';
import { dayAndYear } from '../../format/dates.ts';
import type { StatementRowFragment } from './generated.ts';

interface StatementStatusProps {
  readonly statement: Pick<StatementRowFragment, 'kind' | 'status' | 'isOverdue' | 'dueAt' | 'paidAt'>;
}

/** A statement's payment status with its date, in UTC. */
export function StatementStatus({
  statement: { kind, status, isOverdue, dueAt, paidAt },
}: StatementStatusProps) {
  if (status === 'open') {
    return (
      <StatusBadge tone={isOverdue ? 'bad' : 'waiting'}>
        {isOverdue ? t`Overdue` : t`Due ${dayAndYear(dueAt.slice(0, 10))}`}
      </StatusBadge>
    );
  }
  if (status === 'paid')
    return (
      <StatusBadge tone="good">{paidAt ? t`Paid ${dayAndYear(paidAt.slice(0, 10))}` : t`Paid`}</StatusBadge>
    );
  return <StatusBadge tone="over">{kind === 'credit_note' ? t`Issued` : t`Credited`}</StatusBadge>;
}
