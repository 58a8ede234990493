import { t } from '@lingui/core/macro';
import { IconTool } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { day } from '../../format/dates.ts';
import classes from './calendar.module.css';
import { Cell } from './grid-parts.tsx';

interface UnitNightCellProps {
  readonly column: number;
  readonly date: string;
  /** The lane's name. */
  readonly name: string;
  /** Reason for being out of order that night; '' without a reason, null if the unit is in order. */
  readonly outage: string | null;
  /** Opens the night's editor; undefined if it can't be changed. */
  readonly onEdit: (() => void) | undefined;
}

/** A unit's night without a stay. */
export function UnitNightCell({ column, date, name, outage, onEdit }: UnitNightCellProps) {
  const state = outage === null ? 'free' : [t`out of order`, outage].filter(Boolean).join(': ');
  return (
    <Cell
      column={column}
      className={classes.cell}
      style={{ '--start': 2 * column } as CSSProperties} // custom properties have no type
      data-outage={outage === null ? undefined : true}
      aria-label={`${name}, ${day(date)}, ${state}`}
      aria-disabled={!onEdit}
      title={outage === null ? undefined : state}
      onClick={onEdit}
    >
      {outage !== null && <IconTool size={13} aria-hidden />}
    </Cell>
  );
}
