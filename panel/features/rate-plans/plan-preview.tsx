import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { PriceTable } from '../../components/price-table.tsx';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import { planPreviewDocument, type RatePlanTermsInput } from './generated.ts';

interface PlanPreviewProps {
  readonly unitTypeId: string;
  /** Null while a number in it is invalid. */
  readonly plan: RatePlanTermsInput | null;
}

/** Typing pause before the request is sent. */
const PAUSE_MS = 250;
const DAY_MS = 86_400_000;
const WEEK = 7;

const dateAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A week's price for two guests under the typed plan, and its cancellation terms for guests. */
export function PlanPreview({ unitTypeId, plan }: PlanPreviewProps) {
  const [checkIn, setCheckIn] = useState(() => dateAfter(new Date().toISOString().slice(0, 10), 30));
  const [asked] = useDebouncedValue({ plan, checkIn }, PAUSE_MS);
  const stay = {
    checkIn: asked.checkIn,
    checkOut: dateAfter(asked.checkIn, WEEK),
    adults: 2,
    children: 0,
    units: 1,
  };
  const { data, error, refetch } = useTeamQuery(
    planPreviewDocument,
    { input: { unitTypeId, plan: asked.plan ?? { title: '-' }, stay } },
    { enabled: asked.plan !== null },
  );
  const preview = asked.plan && data?.ratePlanPreview;
  const quote = preview?.quote;
  return (
    <Stack gap="sm" role="status" aria-label={t`A week for two`}>
      <Group align="end">
        <TextInput
          type="date"
          label={t`A week for two from`}
          value={checkIn}
          onChange={({ currentTarget: { value } }) => value && setCheckIn(value)}
        />
      </Group>
      <ErrorNote error={error} onRetry={refetch} />
      {!preview && !error && (
        <Text size="sm">
          <Trans>Fill in every number to see the price.</Trans>
        </Text>
      )}
      {quote && (
        <PriceTable
          totals={[...quote.entries, { label: t`Total`, amount: quote.total }]}
          dueAtProperty={quote.dueAtProperty}
          currency={quote.currency}
        />
      )}
      {quote?.balanceDueOn && (
        <Text size="sm">
          {quote.dueNow > 0
            ? t`Booked today: ${money(quote.dueNow, quote.currency)} now, ${money(quote.total - quote.dueNow, quote.currency)} by ${dayAndYear(quote.balanceDueOn)}.`
            : t`${money(quote.total, quote.currency)} is paid at the property.`}
        </Text>
      )}
      {quote && quote.reasons.length > 0 && (
        <Alert title={t`These dates couldn't be booked`} color="yellow">
          {quote.reasons.map((reason) => (
            <Text key={reason} size="sm">
              {reason}
            </Text>
          ))}
        </Alert>
      )}
      {preview && preview.userErrors.length > 0 && (
        <Alert title={t`This plan can't be saved`} color="red">
          {preview.userErrors.map(({ message }) => (
            <Text key={message} size="sm">
              {message}
            </Text>
          ))}
        </Alert>
      )}
      {preview?.cancellationText && <Text size="sm">{preview.cancellationText}</Text>}
    </Stack>
  );
}
