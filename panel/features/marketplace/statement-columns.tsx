import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../components/data-table.tsx';
import { dayAndYear, monthAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { StatementStatus } from '../billing/statement-status.tsx';
import { FailedRefunds } from './failed-refunds.tsx';
import type { PlatformStatementRowFragment } from './generated.ts';
import { Reversals } from './reversals.tsx';
import { StatementActions } from './statement-actions.tsx';

/** Columns of a list of all teams' statements. */
export const STATEMENT_COLUMNS: readonly Column<PlatformStatementRowFragment>[] = [
  {
    title: msg`Statement`,
    cell: ({ number, month, creditNoteOf, permalinkUrl }) => (
      <div>
        <Anchor href={permalinkUrl} target="_blank" rel="noreferrer" size="sm" fw={600}>
          {number}
        </Anchor>
        <Text size="sm" c="dimmed">
          {creditNoteOf ? t`Credit note for ${creditNoteOf}` : monthAndYear(month)}
        </Text>
      </div>
    ),
  },
  {
    title: msg`Team`,
    cell: ({ teamId, teamName }) => (
      <Anchor component={Link} href={`/teams/${teamId}`} size="sm">
        {teamName}
      </Anchor>
    ),
  },
  {
    title: msg`Status`,
    cell: (row) => (
      <div>
        <StatementStatus statement={row} />
        {row.status === 'open' && new Date(row.dueAt) < new Date() && (
          <Text size="xs" c="dimmed" mt={4}>
            <Trans>Due {dayAndYear(row.dueAt.slice(0, 10))}</Trans>
          </Text>
        )}
        <FailedRefunds statement={row} />
        <Reversals statement={row} />
      </div>
    ),
  },
  {
    title: msg`Total`,
    numeric: true,
    cell: ({ total, amountDue, currency }) => (
      <div>
        <Text size="sm">{money(total, currency)}</Text>
        {amountDue > 0 && amountDue < total && (
          <Text size="sm" c="dimmed">
            <Trans>{money(amountDue, currency)} left</Trans>
          </Text>
        )}
      </div>
    ),
  },
  { title: msg`Actions`, cell: (row) => <StatementActions statement={row} /> },
];
