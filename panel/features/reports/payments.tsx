import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { dayAndYear, instant } from '../../format/dates.ts';
import { majorUnits, money } from '../../format/money.ts';
import { methodWords } from '../bookings/folio-words.ts';
import { saveCsv } from './csv.ts';
import { type ReportPaymentsQuery, reportPaymentsDocument } from './generated.ts';
import { RangeControls, SaveButtons, useReportAddress } from './range-controls.tsx';

type Row = NonNullable<ReportPaymentsQuery['paymentsReport']>['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  { title: msg`Day`, cell: ({ day }) => dayAndYear(day) },
  { title: msg`Method`, cell: ({ method }) => methodWords(method) },
  { title: msg`Payments`, cell: (row) => <Payments row={row} /> },
  { title: msg`Paid`, numeric: true, cell: ({ paid, currency }) => money(paid, currency) },
  { title: msg`Refunded`, numeric: true, cell: ({ refunded, currency }) => money(refunded, currency) },
  { title: msg`Net`, numeric: true, cell: ({ amount, currency }) => money(amount, currency) },
];

/** Payments by method and day, with the single payments behind each sum. */
export function PaymentsPage() {
  const { state, change } = useReportAddress();
  const { from, until, property } = state;
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(reportPaymentsDocument, {
    from,
    until,
    propertyIds: property ? [property] : null,
  });
  const rows = data?.paymentsReport?.rows;
  const save = () =>
    saveCsv(`payments-${from}-${until}.csv`, [
      [t`Day`, t`Method`, t`Paid`, t`Refunded`, t`Net`, t`Currency`],
      ...(rows ?? []).map(({ day, method, paid, refunded, amount, currency }) => [
        day,
        methodWords(method),
        ...[paid, refunded, amount].map((sum) => majorUnits(sum, currency)),
        currency,
      ]),
    ]);
  return (
    <Page
      title={t`Payments`}
      lead={t`Payments and refunds by method and day. Open a row for each payment.`}
      actions={<SaveButtons isLoading={isPlaceholderData} onSave={rows && save} />}
    >
      <RangeControls state={state} change={change} />
      <DataTable
        label={t`Payments`}
        columns={COLUMNS}
        read={{ data: rows, error, refetch, isPlaceholderData }}
        rowKey={({ day, method, currency }) => `${day} ${method} ${currency}`}
        empty={{ title: t`No payments in this period` }}
      />
    </Page>
  );
}

function Payments({ row: { payments, paymentCount, currency } }: { readonly row: Row }) {
  return (
    <details>
      <summary>
        <Plural value={paymentCount} one="# payment" other="# payments" />
      </summary>
      <ul>
        {payments.map(({ bookingId, bookingReference, at, amount, reference }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: payments have no id, and never change places
          <li key={place}>
            <Anchor component={Link} href={`/bookings/${bookingId}`} size="sm" underline="always">
              {bookingReference}
            </Anchor>{' '}
            {money(amount, currency)}, {instant(at)}
            {reference && `, ${reference}`}
          </li>
        ))}
      </ul>
      {payments.length < paymentCount && (
        <Text size="sm">
          <Trans>
            And <Plural value={paymentCount - payments.length} one="# more payment" other="# more payments" />
            .
          </Trans>
        </Text>
      )}
    </details>
  );
}
