import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { LIVE_MS, useTeamQuery } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Page } from '../../components/page.tsx';
import { UnitTypePicker } from '../../components/unit-type-picker.tsx';
import { month, todayIn } from '../../format/dates.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import classes from './calendar.module.css';
import { CloseNights } from './close-nights.tsx';
import { type CalendarUnitType, Editor } from './editor.tsx';
import { calendarBlocksDocument, calendarNightsDocument } from './generated.ts';
import { Month } from './month.tsx';
import { addMonths, endOfMonth, horizon, startOfMonth } from './months.ts';
import { type Picked, pickNight } from './range.ts';
import { UnitNames } from './unit-names.tsx';
import { usePickedUnitType } from './use-picked-unit-type.ts';

/** Rates, units and restrictions by night; hosts change them by range. */
export function CalendarPage() {
  const { isKnown, error, refetch, unitTypes, unitType, onPick } = usePickedUnitType();
  return (
    <Page
      title="Calendar"
      lead="Rates, free units and restrictions, night by night."
      actions={
        unitType && (
          <>
            <UnitTypePicker unitTypes={unitTypes} value={unitType.id} onPick={onPick} />
            <OnlyFor roles={['manager']}>
              <UnitNames key={unitType.id} unitType={unitType} />
            </OnlyFor>
          </>
        )
      }
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!isKnown && !error && <Loading label="Loading the calendar" lines={8} />}
      {unitType && <UnitTypeCalendar key={unitType.id} unitType={unitType} />}
      {isKnown && !unitType && (
        <EmptyState title="No unit types yet">
          Once a property has a unit type, its nights appear here.
        </EmptyState>
      )}
    </Page>
  );
}

/** The full editor for roles that set rates; the front desk can only close nights. */
function Change(props: ComponentProps<typeof Editor>) {
  return isOneOf(useTeam(), ['manager', 'revenue']) ? <Editor {...props} /> : <CloseNights {...props} />;
}

function UnitTypeCalendar({ unitType }: { readonly unitType: CalendarUnitType }) {
  const today = todayIn(unitType.property.timeZone);
  const last = horizon(today);
  const [start, setStart] = useState(startOfMonth(today));
  const [range, setRange] = useState<Picked>({ from: today, until: today, open: false });
  const from = start < today ? today : start;
  const nights = useTeamQuery(
    calendarNightsDocument,
    { unitTypeId: unitType.id, from, until: endOfMonth(start) },
    { refreshMs: LIVE_MS },
  );
  const blocks = useTeamQuery(
    calendarBlocksDocument,
    { propertyId: unitType.property.id, from, until: endOfMonth(start) },
    { refreshMs: LIVE_MS },
  );
  const turn = (months: number) => setStart(addMonths(start, months));
  return (
    <div className={classes.layout}>
      <section>
        <Group justify="space-between" mb="sm">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Previous month"
            disabled={start <= startOfMonth(today)}
            onClick={() => turn(-1)}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <Text fw={600} aria-live="polite">
            {month(start)}
          </Text>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Next month"
            disabled={addMonths(start, 1) > last}
            onClick={() => turn(1)}
          >
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Group>
        <ErrorNote error={nights.error} onRetry={nights.refetch} />
        <ErrorNote error={blocks.error} onRetry={blocks.refetch} />
        {nights.data?.rates ? (
          <Month
            start={start}
            nights={nights.data.rates.nodes}
            blocks={(blocks.data?.icalBlocks ?? []).filter(({ unitTypeId }) => unitTypeId === unitType.id)}
            currency={unitType.property.currency}
            range={range}
            onPick={(date) => setRange((before) => pickNight(before, date))}
          />
        ) : (
          !nights.error && <Loading label="Loading nights" lines={8} />
        )}
        <Text size="sm" c="dimmed" mt="sm">
          Pick the first night, then the last night. Amounts are in {unitType.property.currency}.
        </Text>
      </section>
      <Change
        unitType={unitType}
        range={range}
        bounds={{ from: today, until: last }}
        onRange={(given) => setRange({ ...given, open: false })}
      />
    </div>
  );
}
