import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { nightsBetween } from '../../format/dates.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { BlockCell } from './block-cell.tsx';
import classes from './calendar.module.css';
import { useGridFocus } from './grid-focus.ts';
import { Row, RowHeader } from './grid-parts.tsx';
import { type Bar, blockLanesOf, cellsOf, lanesOf, type Nights } from './lanes.ts';
import { isMovable, type Move, moveOf, nextFree } from './moves.ts';
import { NightCell } from './night-cell.tsx';
import { NightDrawer } from './night-drawer.tsx';
import { horizon, isWithin, type NightRange, rangeOf } from './range.ts';
import { datesOf, type Span } from './span.ts';
import { StayCell } from './stay-cell.tsx';
import { StayDetails } from './stay-details.tsx';
import type { Block, Booking, Night, Property, UnitType } from './stays.ts';
import { UnitNames } from './unit-names.tsx';
import { UnitNightCell } from './unit-night-cell.tsx';

interface UnitTypeRowsProps {
  readonly property: Property;
  readonly unitType: UnitType;
  /** The unit type's loaded nights. */
  readonly nights: readonly Night[];
  /** The property's unit names by id. */
  readonly unitNames: ReadonlyMap<string, string>;
  readonly bookings: readonly Booking[];
  readonly blocks: readonly Block[];
  readonly span: Span;
  readonly today: string;
  readonly onMove: (move: Move) => void;
  /** Called if a booking can't move in a direction, with the reason. */
  readonly onStuck: (reason: string) => void;
}

/** A unit type: its prices and free units by night, then a row for every unit with its stays. */
export function UnitTypeRows({ property, unitType, span, today, ...rows }: UnitTypeRowsProps) {
  const { nights, onMove, onStuck } = rows;
  const focus = useGridFocus();
  const team = useTeam();
  const isDesk = isOneOf(team, ['manager', 'front_desk']);
  const isManager = isOneOf(team, ['manager']);
  const [selection, setSelection] = useState<{ readonly anchor: string; readonly end: string } | null>(null);
  const [edited, setEdited] = useState<NightRange>({ from: today, until: today });
  const [isEditing, setEditing] = useState(false);
  const [shownKey, setShownKey] = useState<string | null>(null);
  const [dragged, setDragged] = useState<Bar<Booking> | null>(null);

  const dates = datesOf(span);
  const byDate = new Map(nights.map((night) => [night.date, night]));
  const blocks = rows.blocks.filter(({ unitTypeId }) => unitTypeId === unitType.id);
  const lanes = lanesOf(unitType, rows.bookings, span);
  const names = new Map(unitType.namedUnits.map(({ id, name }) => [id, t`Unit ${name}`]));
  const outages = outagesOf(unitType, span);
  const bounds = { from: today, until: horizon(today) };
  const selected = selection && rangeOf(selection.anchor, selection.end);
  const marked = isEditing ? edited : selected;

  const select = (date: string, extend: boolean) => {
    const end = date < bounds.from ? bounds.from : date;
    setSelection((before) => ({ anchor: (extend && before?.anchor) || end, end }));
  };
  const edit = (range: NightRange) => {
    setEdited(range);
    setEditing(true);
  };
  const move = (bar: Bar<Booking>, to: string | null) => {
    focus.follow(bar.booking.id, to ?? '');
    onMove(moveOf(bar, unitType.id, to, today));
  };
  const step = (bar: Bar<Booking>, by: -1 | 1) => {
    const to = nextFree(bar, by, { lanes, closed: outages.nights, span, today });
    if (to === undefined)
      onStuck(
        by === 1 ? t`No unit below is free on these nights.` : t`No unit above is free on these nights.`,
      );
    else move(bar, to);
  };
  const shown = lanes.flatMap(({ bars }) => bars).find(({ key }) => key === shownKey) ?? null;

  return (
    <>
      <Row className={`${classes.row} ${classes.prices}`} data-row={`prices.${unitType.id}`}>
        <RowHeader className={classes.unitType}>
          <span>{unitType.name}</span>
          {isManager && <UnitNames unitType={unitType} />}
        </RowHeader>
        {dates.map((date, column) => (
          <NightCell
            key={date}
            date={date}
            column={column}
            night={byDate.get(date)}
            blocks={blocks.filter(({ checkIn, checkOut }) => checkIn <= date && date < checkOut)}
            currency={property.currency}
            selected={marked !== null && isWithin(marked, date)}
            isOpen={isWithin(bounds, date)}
            onSelect={select}
            onEdit={() => edit(selected && isWithin(selected, date) ? selected : { from: date, until: date })}
          />
        ))}
      </Row>
      {lanes.map(({ unitId, bars }, nth) => {
        const name = unitId === null ? t`Not assigned` : (names.get(unitId) ?? '');
        return (
          <Row
            key={unitId ?? `open.${nth}`}
            className={classes.row}
            data-row={`${unitType.id}.${unitId ?? `open.${nth}`}`}
            data-open={unitId === null || undefined}
            data-target={dragged !== null || undefined}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged && (dragged.unit?.id ?? null) !== unitId) move(dragged, unitId);
              setDragged(null);
            }}
          >
            <RowHeader className={classes.unit} title={name}>
              {name}
            </RowHeader>
            {cellsOf(bars, span.nights).map((cell) => {
              if (typeof cell !== 'number') {
                return (
                  <StayCell
                    key={cell.key}
                    bar={cell}
                    span={span}
                    unitName={name}
                    isMovable={isDesk && isMovable(cell)}
                    onShow={() => setShownKey(cell.key)}
                    onStep={(by) => step(cell, by)}
                    onDrag={(active) => setDragged(active ? cell : null)}
                  />
                );
              }
              const date = dates[cell] ?? span.from;
              return (
                <UnitNightCell
                  key={date}
                  column={cell}
                  date={date}
                  name={name}
                  outage={unitId === null ? null : outages.reasonOn(unitId, cell)}
                  onEdit={isWithin(bounds, date) ? () => edit({ from: date, until: date }) : undefined}
                />
              );
            })}
          </Row>
        );
      })}
      {blockLanesOf(unitType, blocks, span).map((bars) => (
        <Row key={bars[0]?.key} className={classes.row} data-row={`block.${bars[0]?.key}`} data-open>
          <RowHeader className={classes.unit}>
            <Trans>Other calendars</Trans>
          </RowHeader>
          {cellsOf(bars, span.nights).map((cell) =>
            typeof cell === 'number' ? (
              <UnitNightCell
                key={cell}
                column={cell}
                date={dates[cell] ?? span.from}
                name="Other calendars"
                outage={null}
                onEdit={undefined}
              />
            ) : (
              <BlockCell key={cell.key} bar={cell} span={span} />
            ),
          )}
        </Row>
      ))}
      <NightDrawer
        opened={isEditing}
        onClose={() => {
          setEditing(false);
          setSelection(null);
        }}
        {...{ property, unitType, bounds }}
        range={edited}
        onRange={setEdited}
      />
      <StayDetails
        bar={shown}
        unitType={unitType}
        unitNames={rows.unitNames}
        onFound={focus.follow}
        onMove={move}
        onClose={() => setShownKey(null)}
        onClosed={focus.settle}
      />
    </>
  );
}

/** Nights on which units are out of order: as stretches of the span, and why. */
function outagesOf({ namedUnits }: UnitType, span: Span) {
  const nights = new Map<string, Nights>();
  const reasons = new Map<string, string>();
  for (const { id, housekeeping } of namedUnits) {
    const { from = null, until = null, reason = null } = housekeeping ?? {};
    if (from === null || until === null) continue;
    const night = Math.max(0, nightsBetween(span.from, from));
    const end = Math.min(span.nights, nightsBetween(span.from, until) + 1);
    if (end <= night) continue;
    nights.set(id, { night, nights: end - night });
    reasons.set(id, reason ?? '');
  }
  const reasonOn = (unitId: string, night: number): string | null => {
    const outage = nights.get(unitId);
    const isOut = outage && night >= outage.night && night < outage.night + outage.nights;
    return isOut ? (reasons.get(unitId) ?? '') : null;
  };
  return { nights, reasonOn };
}
