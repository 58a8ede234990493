import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Checkbox, Text } from '@mantine/core';
import { PriceTable } from '../../components/price-table.tsx';
import type { BookingChangePriceQuery } from './generated.ts';

interface ChangePriceProps {
  /** Null if the change is priced as a new stay. */
  readonly price: BookingChangePriceQuery['bookingChangePreview'];
  readonly waiveFee: boolean;
  readonly setWaiveFee: (waiveFee: boolean) => void;
}

/** Cost of a change before it's saved, or the reason against it. */
export function ChangePrice({ price, waiveFee, setWaiveFee }: ChangePriceProps) {
  if (!price) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>
          The whole stay is priced again at your current rates. You may have to assign units again.
        </Trans>
      </Text>
    );
  }
  const { currency, oldTotal, total, difference, dropped, userErrors } = price;
  if (userErrors.length > 0) {
    return (
      <Alert color="orange" variant="light" title={userErrors.map(({ message }) => message).join(' ')} />
    );
  }
  const entries = [
    { label: t`Total before`, amount: oldTotal },
    ...(dropped === 0 ? [] : [{ label: t`Charge for dropped nights`, amount: dropped }]),
    { label: t`Difference`, amount: difference },
    { label: t`New total`, amount: total },
  ];
  return (
    <>
      <PriceTable totals={entries} dueAtProperty={[]} currency={currency} />
      {(dropped > 0 || waiveFee) && (
        <Checkbox
          label={t`Waive the charge for dropped nights`}
          checked={waiveFee}
          onChange={(event) => setWaiveFee(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
