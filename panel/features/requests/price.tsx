import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { PriceTable } from '../../components/price-table.tsx';
import { instantAt } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import type { RequestDetail } from './request-detail.ts';

/** The price that the guest was shown, and the stay's current price if it differs. */
export function RequestPrice({ request }: { readonly request: RequestDetail }) {
  const { quote, now, priceKeptUntil, timeZone } = request;
  const isKept = Date.parse(priceKeptUntil) > Date.now();
  return (
    <>
      <PriceTable totals={quote.totals} dueAtProperty={quote.dueAtProperty} currency={quote.currency} />
      {now && now.total !== quote.total && (
        <Text mt="sm" fw={600}>
          <Trans>The stay costs {money(now.total, quote.currency)} now.</Trans>
        </Text>
      )}
      {now && (
        <Text mt="xs" size="sm" c="dimmed">
          {isKept
            ? t`The guest gets the price they were shown until ${instantAt(priceKeptUntil, timeZone)}.`
            : t`The price shown to the guest is more than 24 hours old, so they pay the current price.`}
        </Text>
      )}
    </>
  );
}
