import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { monthAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { useTeam } from '../../layout/session.tsx';
import { appStatementsDocument, type StatementRowFragment } from './generated.ts';
import { StatementStatus } from './statement-status.tsx';
import { ThemeSubscriptions } from './subscription.tsx';

const COLUMNS: readonly Column<StatementRowFragment>[] = [
  {
    title: msg`Statement`,
    cell: ({ number, month, creditNoteOf, permalinkUrl, pdfUrl }) => (
      <div>
        <Anchor href={permalinkUrl} target="_blank" rel="noreferrer" size="sm" fw={600}>
          {number}
        </Anchor>{' '}
        <Anchor href={pdfUrl} target="_blank" rel="noreferrer" size="sm" aria-label={t`${number}, PDF`}>
          <Trans>PDF</Trans>
        </Anchor>
        <Text size="sm" c="dimmed">
          {creditNoteOf ? t`Credit note for ${creditNoteOf}` : monthAndYear(month)}
        </Text>
      </div>
    ),
  },
  {
    title: msg`For`,
    cell: ({ lines, tax, currency }) => (
      <div>
        {lines.map(({ description, amount }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an issued statement's lines never change
          <Text key={place} size="sm">
            {description} · {money(amount, currency)}
          </Text>
        ))}
        {tax !== 0 && (
          <Text size="sm">
            <Trans>Tax · {money(tax, currency)}</Trans>
          </Text>
        )}
      </div>
    ),
  },
  { title: msg`Status`, cell: (row) => <StatementStatus statement={row} /> },
  {
    title: msg`Total`,
    numeric: true,
    cell: ({ number, total, amountDue, currency, permalinkUrl }) => (
      <div>
        <Text size="sm">{money(total, currency)}</Text>
        {amountDue > 0 && amountDue < total && (
          <Text size="sm" c="dimmed">
            <Trans>{money(amountDue, currency)} left</Trans>
          </Text>
        )}
        {amountDue > 0 && (
          <Anchor
            href={permalinkUrl}
            target="_blank"
            rel="noreferrer"
            size="sm"
            aria-label={t`Pay ${number}`}
          >
            <Trans>Pay</Trans>
          </Anchor>
        )}
      </div>
    ),
  },
];

/** The team's statements for paid apps, latest first. */
export function BillingPage() {
  const { slug } = useTeam();
  const { after, pagerOf } = usePager(slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(appStatementsDocument, {
    first: PAGE_SIZE,
    after,
  });
  return (
    <Page
      title={t`Billing`}
      lead={t`Statements for your paid apps and themes, issued on the 1st and due 14 days later. Each statement's page shows how to pay it.`}
    >
      <ThemeSubscriptions />
      <DataTable
        label={t`Statements`}
        columns={COLUMNS}
        read={{ data: data?.appInvoices.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{
          title: t`No statements yet`,
          text: t`You get one after a month in which a paid app or theme charged something.`,
        }}
        pager={pagerOf(data?.appInvoices.pageInfo)}
      />
    </Page>
  );
}
