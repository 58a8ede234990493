import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Table, Text } from '@mantine/core';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import type { BookingDetailQuery } from './generated.ts';

type Lines = NonNullable<BookingDetailQuery['booking']>['lines'];

interface NightlyPricesProps {
  readonly lines: Lines;
  readonly currency: string;
}

/** Each booked night's rate before discount, collapsed by default; hidden for bookings without recorded rates. */
export function NightlyPrices({ lines, currency }: NightlyPricesProps) {
  const nights = lines.flatMap(({ title, nightly }) => nightly.map((night) => ({ ...night, title })));
  if (nights.length === 0) return null;
  return (
    <details>
      <Text component="summary" size="sm" py="xs" style={{ cursor: 'pointer' }}>
        <Trans>Price per night</Trans>
      </Text>
      <Table aria-label={t`Price per night`} horizontalSpacing={0} mb="md">
        <Table.Tbody>
          {nights.map(({ date, amount, title }) => (
            <Table.Tr key={`${title} ${date}`}>
              <Table.Th scope="row" fw="inherit">
                {dayAndYear(date)}
                {lines.length > 1 && `, ${title}`}
              </Table.Th>
              <Table.Td ta="right">{money(amount, currency)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
