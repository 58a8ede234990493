import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useTeamQueryAll } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { type BookingBalance, type BookingSourceKind, bookingUnitTypesDocument } from './generated.ts';

/** Filters of the bookings list, by their names in the page's address and in the export's. An import's page sets `import`. */
export const FILTERS = [
  'unit_type',
  'source',
  'balance',
  'check_in_from',
  'check_in_until',
  'import',
] as const;
export type Filter = (typeof FILTERS)[number];

const SOURCES: readonly { readonly value: BookingSourceKind | ''; readonly label: string }[] = [
  { value: '', label: 'Any source' },
  { value: 'agent', label: 'Agents' },
  { value: 'direct', label: 'Your site and apps' },
  { value: 'host', label: 'Your team' },
  { value: 'request', label: 'Guest requests' },
  { value: 'channel', label: 'Channels' },
];
const BALANCES: readonly { readonly value: BookingBalance | ''; readonly label: string }[] = [
  { value: '', label: 'Any balance' },
  { value: 'due', label: 'Something is due' },
  { value: 'settled', label: 'Settled' },
  { value: 'credit', label: 'Owed to the guest' },
];

interface ListFiltersProps {
  readonly values: Readonly<Record<Filter, string>>;
  readonly set: (filter: Filter, value: string) => void;
  /** True for roles with access to balances. */
  readonly isDesk: boolean;
}

/** Filters of the bookings list in addition to its status and search. */
export function ListFilters({ values, set, isDesk }: ListFiltersProps) {
  const { data = [] } = useTeamQueryAll(bookingUnitTypesDocument, ({ unitTypes }) => unitTypes);
  const groups = Map.groupBy(inOrderMade(data), ({ property }) => property.name);
  const chosen = (filter: Filter) => ({
    size: 'xs',
    value: values[filter],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set(filter, value),
  });
  return (
    <Group gap="sm" align="end">
      <NativeSelect label="Unit type" {...chosen('unit_type')}>
        <option value="">Any unit type</option>
        {[...groups].map(([property, members]) => (
          <optgroup key={property} label={property}>
            {members.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </optgroup>
        ))}
      </NativeSelect>
      <NativeSelect label="Booked by" data={[...SOURCES]} {...chosen('source')} />
      {isDesk && <NativeSelect label="Balance" data={[...BALANCES]} {...chosen('balance')} />}
      <TextInput type="date" label="Check-in from" {...chosen('check_in_from')} />
      <TextInput type="date" label="Check-in until" {...chosen('check_in_until')} />
    </Group>
  );
}
