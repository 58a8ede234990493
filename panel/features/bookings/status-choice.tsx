import { t } from '@lingui/core/macro';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTeamQuery } from '../../api/hooks.ts';
import { decimal } from '../../format/numbers.ts';
import { bookingsListCountsDocument, type HostBookingFilter } from './generated.ts';
import { SHOWN, type Shown } from './list-address.ts';

/** Number at which the API stops counting. */
export const MOST_COUNTED = 10_000;

/** Counting reads every booking of a filter, so the numbers refresh less often than the list. */
const COUNTS_MS = 60_000;

interface StatusChoiceProps {
  readonly shown: Shown;
  readonly onChange: (shown: string) => void;
  /** The list's filter; its statuses don't matter. */
  readonly filter: HostBookingFilter;
}

/** Chooses the statuses to show, each with its number of bookings; a list on a phone. */
export function StatusChoice({ shown, onChange, filter }: StatusChoiceProps) {
  const of = (name: Shown) => ({ ...filter, statuses: SHOWN[name].statuses });
  const { data } = useTeamQuery(
    bookingsListCountsDocument,
    {
      all: of('all'),
      held: of('held'),
      confirmed: of('confirmed'),
      cancelled: of('cancelled'),
      released: of('released'),
    },
    { refreshMs: COUNTS_MS },
  );
  const names = (Object.keys(SHOWN) as Shown[]).filter((name) => name !== 'over' || name === shown);
  const options = names.map((value) => {
    const found = value === 'over' ? undefined : data?.[value].totalCount;
    return { value, label: `${SHOWN[value].label}${found === undefined ? '' : ` ${counted(found)}`}` };
  });
  return (
    <>
      <SegmentedControl
        visibleFrom="sm"
        aria-label={t`Which bookings to show`}
        size="xs"
        value={shown}
        onChange={onChange}
        data={options}
      />
      <NativeSelect
        hiddenFrom="sm"
        flex={1}
        aria-label={t`Which bookings to show`}
        value={shown}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={options}
      />
    </>
  );
}

const counted = (found: number): string =>
  found >= MOST_COUNTED ? `${decimal(MOST_COUNTED)}+` : decimal(found);
