import { plural, t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import { StatusBadge } from '../../components/status-badge.tsx';
import { dateParts, day, dayAndMonth } from '../../format/dates.ts';
import type { TodayOverviewQuery } from './generated.ts';
import classes from './today.module.css';

type Property = NonNullable<TodayOverviewQuery['properties']>['nodes'][number];
type Night = Property['occupancy'][number];

/** A property's next seven nights as bars, paid below unpaid, and whether it's ready for its next guest. */
export function PropertyWeek({ property: { name, guestReady, occupancy } }: { readonly property: Property }) {
  return (
    <li className={classes.property}>
      <Group gap="xs" className={classes.name ?? ''}>
        <Text fw={600} size="sm">
          {name}
        </Text>
        <StatusBadge tone={guestReady ? 'good' : 'waiting'}>
          {guestReady ? t`Ready` : t`Not ready`}
        </StatusBadge>
      </Group>
      <ol className={classes.nights} aria-label={t`Occupancy of ${name}`}>
        {occupancy.map((night) => (
          <li key={night.date} className={classes.night}>
            <span className={classes.visuallyHidden}>{nightWords(night)}</span>
            <span aria-hidden className={classes.percent}>
              {percentWords(night)}
            </span>
            <span aria-hidden className={classes.bar}>
              <span className={classes.held} style={{ height: share(night.held, night) }} />
              <span className={classes.confirmed} style={{ height: share(night.confirmed, night) }} />
            </span>
            <span aria-hidden className={classes.date}>
              {twoLines(night)}
            </span>
          </li>
        ))}
      </ol>
    </li>
  );
}

/** Puts the weekday above the date, in all nights alike: on a phone, a seventh of the width is too narrow for both. */
function twoLines({ date }: Night): string {
  return `${dateParts(date).weekday}\n${dayAndMonth(date)}`;
}

const booked = ({ held, confirmed }: Night) => held + confirmed;

const share = (part: number, { units }: Night) => `${units === 0 ? 0 : (100 * part) / units}%`;

const percentWords = (night: Night) =>
  night.units === 0 ? '–' : `${Math.round((100 * booked(night)) / night.units)}%`;

/** Describes a night: `Sat 21 Nov: 3 of 8 units booked, 1 of them unpaid`. */
function nightWords(night: Night): string {
  const { date, units, held } = night;
  if (units === 0) return t`${day(date)}: no units on sale`;
  const unpaid = held > 0 ? t`, ${held} of them unpaid` : '';
  return t`${day(date)}: ${booked(night)} of ${plural(units, { one: '# unit', other: '# units' })} booked${unpaid}`;
}
