import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { EditableFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { UnitTypePicker } from '../../components/unit-type-picker.tsx';
import { ExportLink } from './export-link.tsx';
import { Feed } from './feed.tsx';
import { calendarsOfUnitTypeDocument } from './generated.ts';
import { NewFeed } from './new-feed.tsx';
import { usePickedUnitType } from './use-picked-unit-type.ts';

/**
 * Other platforms' calendars that occupy a unit type's nights, and the links at which those platforms read
 * ours.
 */
export function CalendarsPage() {
  const { isKnown, error, refetch, unitTypes, unitType, onPick } = usePickedUnitType();
  return (
    <Page
      title={t`iCal calendars`}
      lead={t`Keep Airbnb, Booking.com, Vrbo and others from selling the same night twice.`}
      actions={unitType && <UnitTypePicker unitTypes={unitTypes} value={unitType.id} onPick={onPick} />}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!isKnown && !error && <Loading label={t`Loading unit types`} lines={6} />}
      {unitType && <UnitTypeCalendars key={unitType.id} unitTypeId={unitType.id} name={unitType.name} />}
      {isKnown && !unitType && (
        <EmptyState title={t`No unit types yet`}>
          <Trans>Once a property has a unit type, its calendars appear here.</Trans>
        </EmptyState>
      )}
    </Page>
  );
}

interface UnitTypeCalendarsProps {
  readonly unitTypeId: string;
  readonly name: string;
}

function UnitTypeCalendars({ unitTypeId, name }: UnitTypeCalendarsProps) {
  const { data, error, refetch } = useTeamQuery(
    calendarsOfUnitTypeDocument,
    { unitTypeId },
    { refreshMs: LIVE_MS },
  );
  if (!data)
    return error ? <ErrorNote error={error} onRetry={refetch} /> : <Loading label={t`Loading calendars`} />;
  return (
    <EditableFor roles={['manager', 'revenue']}>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Panel title={t`Read from other platforms`}>
          <Stack gap="xl">
            <Text size="sm" c="dimmed">
              <Trans>
                Copy the calendar's export link there and add it here. Its events then block nights of {name}.
                Most calendars are up to a few hours behind, so two guests can still book the same night.
              </Trans>
            </Text>
            {data.icalFeeds.map((feed) => (
              <Feed key={feed.id} feed={feed} />
            ))}
            <NewFeed unitTypeId={unitTypeId} />
          </Stack>
        </Panel>
        <Panel title={t`Link for other calendars`}>
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              <Trans>
                Shows when {name} has no free unit: nights booked, held and closed here. It contains nothing
                about guests and nothing from the calendars you added. To a platform whose calendar you added,
                give the link shown with that calendar instead. That link also has the nights that other
                platforms sold.
              </Trans>
            </Text>
            {data.icalExport && <ExportLink url={data.icalExport.url} unitTypeId={unitTypeId} label={name} />}
          </Stack>
        </Panel>
      </SimpleGrid>
    </EditableFor>
  );
}
