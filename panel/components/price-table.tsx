import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { money } from '../format/money.ts';

interface Entry {
  readonly label: string;
  readonly amount: number;
}

interface PriceTableProps {
  /** In display order; the last entry is the total. */
  readonly totals: readonly Entry[];
  readonly dueAtProperty: readonly Entry[];
  readonly currency: string;
}

/** A stay's price, entry by entry, and the amount due at the property. */
export function PriceTable({ totals, dueAtProperty, currency }: PriceTableProps) {
  return (
    <Table aria-label={t`Price`} horizontalSpacing={0}>
      <Table.Tbody>
        {totals.map(({ label, amount }, place) => (
          <Table.Tr key={`${label}-${amount}`} {...(place === totals.length - 1 && { fw: 700 })}>
            <Table.Th scope="row" fw="inherit">
              {label}
            </Table.Th>
            <Table.Td ta="right">{money(amount, currency)}</Table.Td>
          </Table.Tr>
        ))}
        {dueAtProperty.map(({ label, amount }) => (
          <Table.Tr key={`due-${label}-${amount}`} c="dimmed">
            <Table.Th scope="row" fw="inherit">
              <Trans>{label} (paid at the property)</Trans>
            </Table.Th>
            <Table.Td ta="right">{money(amount, currency)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
