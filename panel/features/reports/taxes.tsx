import { msg, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Page } from '../../components/page.tsx';
import { monthAndYear } from '../../format/dates.ts';
import { majorUnits, money } from '../../format/money.ts';
import { saveCsv } from './csv.ts';
import { type ReportTaxesQuery, reportTaxesDocument } from './generated.ts';
import { RangeControls, SaveButtons, useReportAddress } from './range-controls.tsx';

type Row = NonNullable<ReportTaxesQuery['taxReport']>['rows'][number];

/** Taxes by month, with the bookings behind each sum. */
export function TaxesPage() {
  const { state, change } = useReportAddress();
  const { from, until, property } = state;
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(reportTaxesDocument, {
    from,
    until,
    propertyIds: property ? [property] : null,
  });
  const report = data?.taxReport;
  const currency = report?.currency ?? '';
  const columns: readonly Column<Row>[] = [
    { title: msg`Month`, cell: ({ month }) => monthAndYear(month) },
    { title: msg`Tax`, cell: taxName },
    { title: msg`Bookings`, cell: (row) => <Bookings row={row} currency={currency} /> },
    { title: msg`Amount`, numeric: true, cell: ({ amount }) => money(amount, currency) },
  ];
  const save = () =>
    saveCsv(`taxes-${from}-${until}.csv`, [
      [t`Month`, t`Tax`, t`Percent`, t`Amount`, t`Currency`],
      ...(report?.rows ?? []).map(({ month, tax, percent, amount }) => [
        month,
        tax,
        percent ?? '',
        majorUnits(amount, currency),
        currency,
      ]),
    ]);
  return (
    <Page
      title={t`Taxes`}
      lead={t`Taxes on your folios' charges, by month, as your invoices show them.`}
      actions={<SaveButtons isLoading={isPlaceholderData} onSave={report ? save : undefined} />}
    >
      <RangeControls state={state} change={change} />
      {report && report.rows.length > 0 && (
        <Text fw={600}>
          <Trans>Total {money(report.total, currency)}</Trans>
        </Text>
      )}
      <DataTable
        label={t`Taxes`}
        columns={columns}
        read={{ data: report?.rows, error, refetch, isPlaceholderData }}
        rowKey={({ month, tax, percent }) => `${month} ${tax} ${percent}`}
        empty={{ title: t`No taxes in this period` }}
      />
    </Page>
  );
}

/** Many hosts write a tax's percentage into its name. */
const taxName = ({ tax, percent }: Row) =>
  percent === null || tax.includes(`${percent} %`) || tax.includes(`${percent}%`)
    ? tax
    : `${tax} ${percent} %`;

function Bookings({
  row: { bookings, bookingCount },
  currency,
}: {
  readonly row: Row;
  readonly currency: string;
}) {
  return (
    <details>
      <summary>
        <Plural value={bookingCount} one="# booking" other="# bookings" />
      </summary>
      <ul>
        {bookings.map(({ bookingId, reference, amount }) => (
          <li key={bookingId}>
            <Anchor component={Link} href={`/bookings/${bookingId}`} size="sm" underline="always">
              {reference}
            </Anchor>{' '}
            {money(amount, currency)}
          </li>
        ))}
      </ul>
      {bookings.length < bookingCount && (
        <Text size="sm">
          <Trans>
            And <Plural value={bookingCount - bookings.length} one="# more booking" other="# more bookings" />
            .
          </Trans>
        </Text>
      )}
    </details>
  );
}
