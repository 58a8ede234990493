import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { dayAndYear } from '../../format/dates.ts';
import { calendarsOverbookedDocument } from './generated.ts';

/** Nights that another calendar sold although they were taken here; hidden if empty. */
export function OverbookedNotice() {
  const { data } = useTeamQuery(calendarsOverbookedDocument, {}, { refreshMs: LIVE_MS });
  const sold = data?.icalOverbooked ?? [];
  if (sold.length === 0) return null;
  return (
    <Alert color="red" title={t`Overbooked`}>
      <Text size="sm">
        <Trans>
          Other calendars sold nights although no unit was free. Cancel or move a booking on one of the two
          platforms.
        </Trans>
      </Text>
      <Stack component="ul" gap={2} my="xs" ps="md">
        {sold.map(({ feedId, feedName, unitTypeId, checkIn, checkOut }) => (
          <Text component="li" size="sm" key={`${feedId}.${checkIn}.${checkOut}`}>
            <Anchor component={Link} href={`/channels/ical?unit=${unitTypeId}`} size="sm">
              <Trans>
                {feedName}: {dayAndYear(checkIn)} to {dayAndYear(checkOut)}
              </Trans>
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
