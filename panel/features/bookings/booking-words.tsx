import { msg, plural, t } from '@lingui/core/macro';
import { StatusBadge, type Tone } from '../../components/status-badge.tsx';
import { translated } from '../../i18n/translated.ts';
import type { BookingRowFragment, BookingSourceKind, BookingStatus } from './generated.ts';

const STATUS: Readonly<Record<BookingStatus, readonly [Tone, string]>> = translated({
  held: ['waiting', msg`Unpaid`],
  confirmed: ['good', msg`Confirmed`],
  released: ['over', msg`Released`],
  cancelled: ['over', msg`Cancelled`],
});

/** Badge with a booking's status. */
export function BookingBadge({ status }: { readonly status: BookingStatus }) {
  const [tone, words] = STATUS[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** Formats the party: `2 adults, 1 child`. */
export const partyWords = ({ adults, children }: BookingRowFragment['party']): string =>
  [
    plural(adults, { one: '# adult', other: '# adults' }),
    ...(children > 0 ? [plural(children, { one: '# child', other: '# children' })] : []),
  ].join(', ');

/** Returns a label for the booking's source; for an agent, its profile's host name. */
export function sourceWords({ kind, name }: BookingRowFragment['source']): string {
  if (kind === 'agent') return name ?? t`Unnamed agent`;
  return name === null ? SOURCES[kind] : `${SOURCES[kind]}, ${name}`;
}

const SOURCES = translated({
  direct: msg`The guest`,
  host: msg`Your team`,
  request: msg`Guest request`,
  channel: msg`A channel`,
}) satisfies Readonly<Record<Exclude<BookingSourceKind, 'agent'>, string>>;

/** Units by their names: `Unit Garden`, `Units 1, 2`. */
export const unitWords = (units: readonly { readonly name: string }[]): string =>
  `${units.length === 1 ? t`Unit` : t`Units`} ${units.map(({ name }) => name).join(', ')}`;
