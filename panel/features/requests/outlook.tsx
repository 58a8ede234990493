import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, List, Text } from '@mantine/core';
import { IconCalendarX, IconClock } from '@tabler/icons-react';
import { useNow } from '../../components/use-now.ts';
import { day, timeLeft } from '../../format/dates.ts';
import type { RequestDetail } from './request-detail.ts';

/** Information a host needs before responding: the time left, and taken nights with free alternatives. */
export function Outlook({ request }: { readonly request: RequestDetail }) {
  const at = useNow();
  const { status, now, respondBy, nearest } = request;
  if (status === 'failed') {
    return (
      <Alert
        color="red"
        variant="light"
        icon={<IconCalendarX aria-hidden />}
        title={t`The nights were taken`}
      >
        <Text size="sm">
          <Trans>
            Someone else booked them before the request was accepted. The guest has been notified.
          </Trans>
        </Text>
        <FreeDates dates={nearest} />
      </Alert>
    );
  }
  if (status !== 'pending' || respondBy === null) return null;
  if (now && !now.free) {
    return (
      <Alert color="red" variant="light" icon={<IconCalendarX aria-hidden />} title={t`The nights are taken`}>
        <Text size="sm">
          <Trans>Accepting fails unless they become free again.</Trans>
        </Text>
        <FreeDates dates={now.nearest} />
      </Alert>
    );
  }
  return (
    <Alert variant="light" icon={<IconClock aria-hidden />} title={timeLeft(respondBy, at)}>
      <Text size="sm">
        {request.holdsNights
          ? t`The nights are held. If you don't answer in time, the request expires and they become free again.`
          : t`The nights stay on sale until you accept. If you don't answer in time, the request expires.`}
      </Text>
    </Alert>
  );
}

/** Bookable dates for a stay with the same length. */
function FreeDates({ dates }: { readonly dates: RequestDetail['nearest'] }) {
  if (dates.length === 0) return null;
  return (
    <>
      <Text size="sm" mt="xs">
        <Trans>Free nearby:</Trans>
      </Text>
      <List size="sm">
        {dates.map(({ checkIn, checkOut }) => (
          <List.Item key={checkIn}>
            {day(checkIn)} – {day(checkOut)}
          </List.Item>
        ))}
      </List>
    </>
  );
}
