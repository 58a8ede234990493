import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { IconLock, IconTool } from '@tabler/icons-react';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import classes from './calendar.module.css';
import { MARK_ICONS } from './stay-cell.tsx';
import { MARK_WORDS, type StayMark } from './stays.ts';

const MARKS: readonly StayMark[] = ['confirmed', 'in_house', 'unpaid', 'conflict', 'departed'];

/** Explains the grid's marks and keys. */
export function Legend() {
  const isDesk = isOneOf(useTeam(), ['manager', 'front_desk']);
  return (
    <div className={classes.legend}>
      <ul aria-label={t`Marks`} className={classes.marks}>
        {MARKS.map((mark) => {
          const MarkIcon = MARK_ICONS[mark];
          return (
            <li key={mark}>
              <span className={classes.swatch} data-mark={mark}>
                {MarkIcon && <MarkIcon size={14} aria-hidden />}
              </span>
              {MARK_WORDS[mark]}
            </li>
          );
        })}
        <li>
          <Trans>
            <span className={classes.swatch} data-outage>
              <IconTool size={14} aria-hidden />
            </span>
            out of order
          </Trans>
        </li>
        <li>
          <Trans>
            <span className={classes.swatch} data-sold>
              <IconLock size={14} aria-hidden />
            </span>
            closed, off sale or full
          </Trans>
        </li>
      </ul>
      <Text size="sm" c="dimmed">
        <Trans>
          Arrow keys move between cells, <kbd>Page Up</kbd> and <kbd>Page Down</kbd> between weeks.{' '}
          <kbd>Enter</kbd> opens a booking or the selected nights, and <kbd>Shift</kbd> with an arrow key
          selects several nights.
        </Trans>
        {isDesk && (
          <>
            {' '}
            <Trans>
              <kbd>Alt</kbd> with the up or down arrow key moves a booking to the next free unit; you can also
              drag it.
            </Trans>
          </>
        )}
      </Text>
    </div>
  );
}
