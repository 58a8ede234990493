import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Affix, Alert } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { type CSSProperties, useState } from 'react';
import { sentenceOf } from '../../api/errors.ts';
import { LIVE_MS, useTeamQuery, useTeamQueryAll } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { nightsBetween, todayIn } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import classes from './calendar.module.css';
import {
  calendarBlocksDocument,
  calendarBookingsDocument,
  calendarNightsDocument,
  calendarUnitTypesDocument,
} from './generated.ts';
import { useGridFocus } from './grid-focus.ts';
import { LineRow, Row, RowGroup, RowHeader } from './grid-parts.tsx';
import { lastOf, type Span } from './span.ts';
import type { Booking, Property } from './stays.ts';
import { UnitTypeRows } from './unit-type-rows.tsx';
import { useMoves } from './use-moves.ts';

/** Height in pixels of a property that hasn't been loaded yet. */
const FIRST_HEIGHT_PX = 240;
/** Refetch interval of units, which change seldom. */
const UNITS_MS = 6 * LIVE_MS;

interface PropertyRowsProps {
  readonly property: Property;
  readonly span: Span;
  /** True for several properties: each has a row with its name, and is only loaded near the window. */
  readonly isOneOfMany: boolean;
}

/** A property's rows: unit types and units with their stays, in the property's time zone. */
export function PropertyRows({ property, span, isOneOfMany }: PropertyRowsProps) {
  const { ref, entry } = useIntersection({ rootMargin: '800px 0px' });
  const [hasFocus, setHasFocus] = useState(false);
  useGridFocus();
  const isNear = !isOneOfMany || hasFocus || entry?.isIntersecting === true;
  const today = nightsBetween(span.from, todayIn(property.timeZone));
  // Rows that aren't loaded keep their height, so that the page doesn't jump.
  const minHeight = isNear ? undefined : (entry?.boundingClientRect.height ?? FIRST_HEIGHT_PX);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes whether the focus is inside
    <div
      ref={ref}
      className={classes.property}
      data-today={(today >= 0 && today < span.nights) || undefined}
      style={{ '--today': today, minHeight } as CSSProperties} // custom properties have no type
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
    >
      {isOneOfMany && (
        <Row className={classes.propertyName} data-row={`property.${property.id}`}>
          <RowHeader aria-colspan={span.nights + 1} tabIndex={-1} data-column={-1}>
            {property.name}
          </RowHeader>
        </Row>
      )}
      {isNear && <LoadedRows property={property} span={span} />}
    </div>
  );
}

/** Reads a property's units, prices and stays. */
function useProperty({ id: propertyId }: Property, span: Span) {
  const team = useTeam();
  const seesHousekeeping = isOneOf(team, ['manager', 'front_desk']);
  const nights = { propertyId, from: span.from, until: lastOf(span) };
  const live = { refreshMs: LIVE_MS };
  const units = useTeamQueryAll(calendarUnitTypesDocument, ({ unitTypes }) => unitTypes, {
    variables: { propertyId, seesHousekeeping },
    refreshMs: UNITS_MS,
  });
  const prices = useTeamQueryAll(calendarNightsDocument, ({ unitTypes }) => unitTypes, {
    variables: nights,
    ...live,
  });
  const bookings = useTeamQueryAll(calendarBookingsDocument, ({ hostBookings }) => hostBookings, {
    variables: {
      filter: {
        propertyId,
        statuses: ['held', 'confirmed'],
        checkInUntil: nights.until,
        checkOutFrom: nights.from,
      },
    },
    ...live,
  });
  const blocks = useTeamQuery(calendarBlocksDocument, nights, live);
  return { units, prices, bookings, blocks };
}

function LoadedRows({ property, span }: Omit<PropertyRowsProps, 'isOneOfMany'>) {
  const { units, prices, bookings, blocks } = useProperty(property, span);
  const moves = useMoves(bookings.data ?? []);
  const [stuck, setStuck] = useState<string | null>(null);
  const read = [units, prices, bookings, blocks];
  const failed = read.find(({ error }) => error !== null);
  const isStale = read.some(({ isPlaceholderData }) => isPlaceholderData);
  const byType = new Map(prices.data?.map(({ id, calendar }) => [id, calendar]));
  const shown = inOrderMade(units.data ?? []).filter(
    ({ id, active }) => active || bookings.data?.some((booking) => books(booking, id)),
  );
  const unitNames = new Map(
    units.data?.flatMap(({ namedUnits }) => namedUnits).map(({ id, name }) => [id, name]),
  );
  const isLoaded = units.data !== undefined && bookings.data !== undefined;
  return (
    <RowGroup aria-label={property.name} aria-busy={isStale} className={classes.rows}>
      {failed && (
        <LineRow className={classes.line}>
          <ErrorNote error={failed.error} onRetry={() => failed.refetch()} />
        </LineRow>
      )}
      {!isLoaded && !failed && (
        <LineRow className={classes.line}>
          <Loading label={t`Loading ${property.name}`} lines={6} />
        </LineRow>
      )}
      {isLoaded && shown.length === 0 && (
        <LineRow className={classes.line}>
          <Trans>No unit types yet. Once there is one, its units and nights appear here.</Trans>
        </LineRow>
      )}
      {isLoaded &&
        shown.map((unitType) => (
          <UnitTypeRows
            key={unitType.id}
            unitType={unitType}
            nights={byType.get(unitType.id) ?? []}
            unitNames={unitNames}
            bookings={moves.bookings}
            blocks={blocks.data?.icalBlocks ?? []}
            today={todayIn(property.timeZone)}
            onMove={(move) => {
              setStuck(null);
              moves.move(move);
            }}
            onStuck={setStuck}
            {...{ property, span }}
          />
        ))}
      <Notice
        text={moves.error ? sentenceOf(moves.error) : stuck}
        isError={Boolean(moves.error)}
        onClose={() => {
          moves.dismiss();
          setStuck(null);
        }}
      />
    </RowGroup>
  );
}

interface NoticeProps {
  readonly text: string | null;
  readonly isError: boolean;
  readonly onClose: () => void;
}

/** Explains why a stay didn't move, at the window's edge: the stay may be anywhere on the page. */
function Notice({ text, isError, onClose }: NoticeProps) {
  if (text === null) return null;
  return (
    <Affix position={{ bottom: 20, right: 20 }} maw="calc(100vw - 40px)">
      <Alert
        role={isError ? 'alert' : 'status'}
        color={isError ? 'red' : 'yellow'}
        variant="light"
        withCloseButton
        closeButtonLabel={t`Close the message`}
        onClose={onClose}
      >
        {text}
      </Alert>
    </Affix>
  );
}

const books = ({ lines }: Booking, unitTypeId: string) =>
  lines.some((line) => line.unitTypeId === unitTypeId);
