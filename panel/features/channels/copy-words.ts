import { count, dayAndYear } from '../../format/dates.ts';
import { money } from '../../format/money.ts';
import type { ChannelCopyField, ChannelsCopyDifferenceFragment } from './generated.ts';

/** Labels for differing night fields, as hosts see them. */
export const WHAT: Readonly<Record<ChannelCopyField, (guests: number | null) => string>> = {
  availability: () => 'Free units',
  rate: (guests) => `Price for ${count(guests ?? 1, 'guest')}`,
  min_stay: () => 'Minimum stay',
  max_stay: () => 'Maximum stay',
  closed_to_arrival: () => 'Closed to arrival',
  closed_to_departure: () => 'Closed to departure',
  stop_sell: () => 'Off sale',
  missing: () => 'Unknown to the channel',
  unmapped: () => 'On sale, but not mapped',
};

/** Formats a value for the host. */
export function valueWords(field: ChannelCopyField, value: string | null, currency: string): string {
  if (value === null) return field === 'min_stay' || field === 'max_stay' ? 'None' : '–';
  if (value === 'true') return 'Yes';
  if (value === 'false') return 'No';
  if (field === 'rate') return money(Number(value), currency);
  return field === 'min_stay' || field === 'max_stay'
    ? count(Number(value), 'night')
    : count(Number(value), 'unit');
}

/** Returns the channel's room with its rate. */
export const roomOf = ({ channelRoomId, channelRateId }: ChannelsCopyDifferenceFragment): string =>
  channelRateId === null ? channelRoomId : `${channelRoomId}, rate ${channelRateId}`;

/** Returns the first and last night. */
export const nightsOf = ({ from, until }: ChannelsCopyDifferenceFragment): string =>
  from === until ? dayAndYear(from) : `${dayAndYear(from)} to ${dayAndYear(until)}`;
