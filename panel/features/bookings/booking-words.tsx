import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { count } from '../../format/dates.ts';
import type { BookingRowFragment, BookingSourceKind, BookingStatus } from './generated.ts';

const STATUS: Readonly<Record<BookingStatus, readonly [Tone, string]>> = {
  held: ['waiting', 'Unpaid'],
  confirmed: ['good', 'Confirmed'],
  released: ['over', 'Released'],
  cancelled: ['over', 'Cancelled'],
};

/** Badge with a booking's status. */
export function BookingBadge({ status }: { readonly status: BookingStatus }) {
  const [tone, words] = STATUS[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** Formats the party: `2 adults, 1 child`. */
export const partyWords = ({ adults, children }: BookingRowFragment['party']): string =>
  [count(adults, 'adult'), ...(children > 0 ? [count(children, 'child', 'children')] : [])].join(', ');

/** Returns a label for the booking's source; for an agent, its profile's host name. */
export function sourceWords({ kind, name }: BookingRowFragment['source']): string {
  if (kind === 'agent') return name ?? 'Unnamed agent';
  return name === null ? SOURCES[kind] : `${SOURCES[kind]}, ${name}`;
}

const SOURCES = {
  direct: 'The guest',
  host: 'Your team',
  request: 'Guest request',
  channel: 'A channel',
} as const satisfies Readonly<Record<Exclude<BookingSourceKind, 'agent'>, string>>;

/** Units by their names: `Unit Garden`, `Units 1, 2`. */
export const unitWords = (units: readonly { readonly name: string }[]): string =>
  `${units.length === 1 ? 'Unit' : 'Units'} ${units.map(({ name }) => name).join(', ')}`;
