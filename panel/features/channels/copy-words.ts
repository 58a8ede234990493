import { plural, t } from '@lingui/core/macro';
import { dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import type { ChannelCopyField, ChannelsCopyDifferenceFragment } from './generated.ts';

/** Labels for differing night fields, as hosts see them. */
export const WHAT: Readonly<Record<ChannelCopyField, (guests: number | null) => string>> = {
  availability: () => t`Free units`,
  rate: (guests) => t`Price for ${plural(guests ?? 1, { one: '# guest', other: '# guests' })}`,
  min_stay: () => t`Minimum stay`,
  max_stay: () => t`Maximum stay`,
  closed_to_arrival: () => t`Closed to arrival`,
  closed_to_departure: () => t`Closed to departure`,
  stop_sell: () => t`Off sale`,
  missing: () => t`Unknown to the channel`,
  unmapped: () => t`On sale, but not mapped`,
};

/** Formats a value for the host. */
export function valueWords(field: ChannelCopyField, value: string | null, currency: string): string {
  if (value === null) return field === 'min_stay' || field === 'max_stay' ? t`None` : '–';
  if (value === 'true') return t`Yes`;
  if (value === 'false') return t`No`;
  if (field === 'rate') return money(Number(value), currency);
  return field === 'min_stay' || field === 'max_stay'
    ? plural(Number(value), { one: '# night', other: '# nights' })
    : plural(Number(value), { one: '# unit', other: '# units' });
}

/** Returns the channel's room with its rate. */
export const roomOf = ({ channelRoomId, channelRateId }: ChannelsCopyDifferenceFragment): string =>
  channelRateId === null ? channelRoomId : t`${channelRoomId}, rate ${channelRateId}`;

/** Returns the first and last night. */
export const nightsOf = ({ from, until }: ChannelsCopyDifferenceFragment): string =>
  from === until ? dayAndYear(from) : t`${dayAndYear(from)} to ${dayAndYear(until)}`;
