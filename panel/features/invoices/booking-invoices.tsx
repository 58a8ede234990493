import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Panel } from '../../components/panel.tsx';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { CreateInvoice, type InvoicedBooking } from './create-invoice.tsx';
import { CreditInvoice } from './credit-invoice.tsx';
import { bookingInvoicesDocument } from './generated.ts';
import { DATE, NUMBER, RECIPIENT, TOTAL } from './invoice-columns.tsx';

const COLUMNS = [NUMBER, DATE, RECIPIENT, TOTAL];

/** A booking's invoices and credit notes, with *Create invoice* or *Credit*. */
export function BookingInvoices({ booking }: { readonly booking: InvoicedBooking }) {
  const { data, error, refetch } = useTeamQuery(bookingInvoicesDocument, { bookingId: booking.id });
  const isManager = isOneOf(useTeam(), ['manager']);
  const documents = data?.invoices?.nodes;
  const open = documents?.find(
    ({ creditNoteOf, credited, total }) => creditNoteOf === null && credited < total,
  );
  const canCreate = documents !== undefined && !open && booking.status !== 'released';
  return (
    <Panel title={t`Invoices`}>
      <Stack>
        <Group gap="xs">
          {canCreate && <CreateInvoice booking={booking} />}
          {open && isManager && <CreditInvoice invoice={open} />}
        </Group>
        {documents?.length === 0 ? (
          <Text size="sm" c="dimmed">
            <Trans>
              No invoice yet. An invoice keeps the folio as it is when you create it, and the guest can open
              it on their booking's page.
            </Trans>
          </Text>
        ) : (
          <DataTable
            label={t`Invoices`}
            columns={COLUMNS}
            read={{ data: documents, error, refetch }}
            rowKey={({ id }) => id}
            empty={{ title: t`No invoices`, text: t`Create one above.` }}
          />
        )}
      </Stack>
    </Panel>
  );
}
