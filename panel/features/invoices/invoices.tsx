import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { PAGE_SIZE, usePager } from '../../components/pager.ts';
import { useTeam } from '../../layout/session.tsx';
import { invoicesListDocument } from './generated.ts';
import { BOOKING, DATE, NUMBER, RECIPIENT, TOTAL } from './invoice-columns.tsx';

const COLUMNS = [NUMBER, DATE, RECIPIENT, BOOKING, TOTAL];

/** All invoices and credit notes, latest first. */
export function InvoicesPage() {
  const { slug } = useTeam();
  const { after, pagerOf } = usePager(slug);
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(
    invoicesListDocument,
    { first: PAGE_SIZE, after },
    { refreshMs: LIVE_MS },
  );
  return (
    <Page
      title={t`Invoices`}
      lead={t`Invoices and credit notes, latest first. Create an invoice on the booking's page.`}
      actions={
        <Button
          component="a"
          variant="default"
          href={`/panel/export/invoices.csv?${new URLSearchParams({ team: slug })}`}
          download
        >
          <Trans>Export CSV</Trans>
        </Button>
      }
    >
      <DataTable
        label={t`Invoices`}
        columns={COLUMNS}
        read={{ data: data?.invoices?.nodes, error, refetch, isPlaceholderData }}
        rowKey={({ id }) => id}
        empty={{ title: t`No invoices yet`, text: t`Create the first one on a booking's page.` }}
        pager={pagerOf(data?.invoices?.pageInfo)}
      />
    </Page>
  );
}
