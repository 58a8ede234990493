import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Text } from '@mantine/core';
import { PriceTable } from '../../components/price-table.tsx';
import { day } from '../../format/dates.ts';
import type { EntryForm } from './entry-form.ts';
import type { BookingPricedQuery } from './generated.ts';

interface EntryPreviewProps {
  /** Null until the form has everything that determines the price. */
  readonly preview: BookingPricedQuery['bookingPreview'];
  readonly choose: (change: Partial<EntryForm>) => void;
}

/** The price before anything is saved, or why the stay can't be booked, with the nearest free dates. */
export function EntryPreview({ preview, choose }: EntryPreviewProps) {
  if (!preview) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>Choose the dates to see the price.</Trans>
      </Text>
    );
  }
  const { currency, total, accommodation, fees, taxes, nearestDates, userErrors } = preview;
  if (userErrors.length > 0) {
    return (
      <Alert color="orange" variant="light" title={userErrors.map(({ message }) => message).join(' ')}>
        {nearestDates.length > 0 && (
          <Group gap="xs">
            <Text size="sm">
              <Trans>Nearest free dates:</Trans>
            </Text>
            {nearestDates.map(({ checkIn, checkOut }) => (
              <Button
                key={checkIn}
                size="compact-sm"
                variant="default"
                onClick={() => choose({ checkIn, checkOut })}
              >
                {day(checkIn)} – {day(checkOut)}
              </Button>
            ))}
          </Group>
        )}
      </Alert>
    );
  }
  const entries = [
    { label: t`Accommodation`, amount: accommodation },
    ...(fees === 0 ? [] : [{ label: t`Fees`, amount: fees }]),
    ...(taxes === 0 ? [] : [{ label: t`Taxes`, amount: taxes }]),
    { label: t`Total`, amount: total },
  ];
  return currency && <PriceTable totals={entries} dueAtProperty={[]} currency={currency} />;
}
