import { type CSSProperties, type KeyboardEvent, useState } from 'react';
import { day, isWeekend } from '../../format/dates.ts';
import { BarButton } from './bar.tsx';
import { BlockLink } from './block.tsx';
import { blockLanesOf, datesOf, lanesOf, type Span } from './lanes.ts';
import type { Block, Booking, Move, Stay, UnitType } from './stays.ts';
import classes from './timeline.module.css';

interface GridProps {
  readonly unitTypes: readonly UnitType[];
  readonly bookings: readonly Booking[];
  readonly blocks: readonly Block[];
  readonly span: Span;
  readonly today: string;
  readonly onMove: (move: Move) => void;
  readonly onShow: (stay: Stay) => void;
}

/** A row for every unit, a column for every day, and the stays across them. */
export function Grid({ unitTypes, span, today, ...rest }: GridProps) {
  const dates = datesOf(span);
  return (
    <div className={classes.scroll} style={{ '--days': span.days } as CSSProperties}>
      <div className={classes.days} aria-hidden>
        {dates.map((date) => (
          <span
            key={date}
            className={classes.date}
            data-today={date === today || undefined}
            data-weekend={isWeekend(date) || undefined}
          >
            {day(date).split('\u00a0').slice(0, 2).join('\n')}
          </span>
        ))}
      </div>
      {unitTypes.map((unitType) => (
        <UnitTypeLanes
          key={unitType.id}
          unitType={unitType}
          span={span}
          dates={dates}
          today={today}
          {...rest}
        />
      ))}
    </div>
  );
}

interface LanesProps extends Omit<GridProps, 'unitTypes'> {
  readonly unitType: UnitType;
  readonly dates: readonly string[];
}

function UnitTypeLanes({ unitType, bookings, blocks, span, dates, today, onMove, onShow }: LanesProps) {
  const [dragged, setDragged] = useState<Stay | null>(null);
  const lanes = lanesOf(unitType, bookings, span);
  const names = new Map(unitType.namedUnits.map(({ id, name }) => [id, name]));
  /** Moves to the unit above or below; above the first unit is the lane for stays that have no unit. */
  const step = ({ booking, unitId }: Stay, by: number) => {
    const units: (string | null)[] = [null, ...names.keys()];
    const to = units[units.indexOf(unitId) + by];
    if (to !== undefined) onMove({ booking, from: unitId, to });
  };
  const onKey = (stay: Stay) => (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(stay, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <section className={classes.unitType} aria-label={unitType.name}>
      <h2 className={classes.name}>{unitType.name}</h2>
      <ul className={classes.lanes}>
        {lanes.map(({ unitId, bars }, nth) => {
          const name = unitId === null ? 'Not assigned' : `Unit ${names.get(unitId) ?? ''}`;
          return (
            <li
              key={unitId ?? `open.${nth}`}
              className={classes.lane}
              aria-label={name}
              data-open={unitId === null || undefined}
              onDragOver={(event) => dragged && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged && dragged.unitId !== unitId) {
                  onMove({ booking: dragged.booking, from: dragged.unitId, to: unitId });
                }
                setDragged(null);
              }}
            >
              <span className={classes.unit}>{name}</span>
              <Cells dates={dates} today={today} />
              {bars.map((bar) => {
                const stay = { booking: bar.booking, unitType, unitId };
                return (
                  <BarButton
                    key={bar.key}
                    bar={bar}
                    onShow={() => onShow(stay)}
                    onKeyDown={onKey(stay)}
                    onDrag={(active) => setDragged(active ? stay : null)}
                  />
                );
              })}
            </li>
          );
        })}
        {blockLanesOf(unitType, blocks, span).map((bars) => (
          <li key={bars[0]?.key} className={classes.lane} aria-label="Other calendars" data-open>
            <span className={classes.unit}>Other calendars</span>
            <Cells dates={dates} today={today} />
            {bars.map((bar) => (
              <BlockLink key={bar.key} bar={bar} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The day cells in a lane. */
function Cells({ dates, today }: Pick<LanesProps, 'dates' | 'today'>) {
  return dates.map((date, place) => (
    <span
      key={date}
      className={classes.cell}
      style={{ '--start': 2 * place } as CSSProperties}
      aria-hidden
      data-today={date === today || undefined}
      data-weekend={isWeekend(date) || undefined}
    />
  ));
}
