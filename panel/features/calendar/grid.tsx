import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { dateParts, day, isWeekend } from '../../format/dates.ts';
import classes from './calendar.module.css';
import { createGridFocus, type GridFocus, GridFocusContext } from './grid-focus.ts';
import { ColumnHeader, Row, RowGroup } from './grid-parts.tsx';
import { PropertyRows } from './property-rows.tsx';
import { datesOf, isNarrow, nameColumn, type Span } from './span.ts';
import type { Property } from './stays.ts';

interface GridProps {
  readonly properties: readonly Property[];
  readonly span: Span;
  readonly widthPx: number;
  /** Today, for the dates' row. */
  readonly today: string;
  /** Shows earlier (-1) or later (1) nights. */
  readonly onTurn: (by: -1 | 1) => void;
}

/** A row for every unit type and unit, a column for every night, and the stays across them. */
export function Grid({ properties, span, widthPx, today, onTurn }: GridProps) {
  const turn = useRef(onTurn);
  useLayoutEffect(() => {
    turn.current = onTurn;
  });
  const [focus] = useState<GridFocus>(() => createGridFocus((by) => turn.current(by)));
  const dates = datesOf(span);
  useLayoutEffect(() => focus.settle());
  return (
    <GridFocusContext value={focus}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table can't hold bars across its columns */}
      <div
        ref={focus.attach}
        role="grid"
        aria-label={t`Bookings and rates by night`}
        aria-colcount={span.nights + 1}
        aria-multiselectable
        className={classes.grid}
        data-narrow={isNarrow(widthPx) || undefined}
        style={
          {
            '--name': `${nameColumn(widthPx)}px`,
            '--nights': span.nights,
            '--shade': weekendShade(dates),
          } as CSSProperties // custom properties have no type
        }
        onFocus={({ target }) => focus.onFocus(target)}
        onBlur={({ target }) => focus.onBlur(target)}
        onKeyDown={focus.onKeyDown}
      >
        <RowGroup className={classes.head}>
          <Row className={classes.dates}>
            <ColumnHeader className={classes.corner}>
              <Trans>Unit</Trans>
            </ColumnHeader>
            {dates.map((date, place) => (
              <ColumnHeader
                key={date}
                aria-label={day(date)}
                className={classes.date}
                data-today={date === today || undefined}
                data-weekend={isWeekend(date) || undefined}
              >
                <DateWords date={date} withMonth={place === 0 || date.endsWith('-01')} />
              </ColumnHeader>
            ))}
          </Row>
        </RowGroup>
        {properties.map((property) => (
          <PropertyRows
            key={property.id}
            property={property}
            span={span}
            isOneOfMany={properties.length > 1}
          />
        ))}
      </div>
    </GridFocusContext>
  );
}

function DateWords({ date, withMonth }: { readonly date: string; readonly withMonth: boolean }) {
  const { weekday, number, month } = dateParts(date);
  return (
    <>
      <span className={classes.month}>{withMonth ? month : ''}</span>
      <span>{weekday}</span>
      <strong>{number}</strong>
    </>
  );
}

/** Returns a background that shades the weekends' columns, also below bars. */
function weekendShade(dates: readonly string[]): string {
  const at = (place: number) => `${(100 * place) / dates.length}%`;
  const stops = dates.map((date, place) => {
    const color = isWeekend(date) ? 'var(--weekend)' : 'transparent';
    return `${color} ${at(place)} ${at(place + 1)}`;
  });
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
