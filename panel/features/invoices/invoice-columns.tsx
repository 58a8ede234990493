import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Column } from '../../components/data-table.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import type { InvoiceRowFragment } from './generated.ts';

export const NUMBER: Column<InvoiceRowFragment> = {
  title: msg`Number`,
  cell: ({ number, printUrl, pdfUrl, creditNoteOf }) => (
    <div>
      <Group gap="xs">
        <Anchor href={printUrl} target="_blank" rel="noreferrer" fw={600} size="sm">
          {number}
        </Anchor>
        <Anchor href={pdfUrl} target="_blank" rel="noreferrer" size="sm" aria-label={t`${number}, PDF`}>
          <Trans>PDF</Trans>
        </Anchor>
      </Group>
      {creditNoteOf && (
        <Text size="sm" c="dimmed">
          <Trans>Credit note for {creditNoteOf.number}</Trans>
        </Text>
      )}
    </div>
  ),
};

export const DATE: Column<InvoiceRowFragment> = {
  title: msg`Date`,
  cell: ({ issuedOn }) => <Text size="sm">{dayAndYear(issuedOn)}</Text>,
};

export const RECIPIENT: Column<InvoiceRowFragment> = {
  title: msg`Recipient`,
  cell: ({ recipient: { company, name } }) => <Text size="sm">{company ?? name}</Text>,
};

export const BOOKING: Column<InvoiceRowFragment> = {
  title: msg`Booking`,
  cell: ({ bookingId, bookingReference }) => (
    <Anchor component={Link} href={`/bookings/${bookingId}`} size="sm">
      {bookingReference}
    </Anchor>
  ),
};

export const TOTAL: Column<InvoiceRowFragment> = {
  title: msg`Total`,
  numeric: true,
  cell: ({ total, credited, currency }) => (
    <div>
      <Text size="sm">{money(total, currency)}</Text>
      {credited > 0 && (
        <StatusBadge tone="over">
          {credited === total ? t`Credited` : t`${money(credited, currency)} credited`}
        </StatusBadge>
      )}
    </div>
  ),
};
