import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { shownWords } from '../../i18n/translated.ts';
import type { BookingListColumn } from './generated.ts';
import { COLUMN_NAMES, COLUMNS } from './list-columns.tsx';

interface ColumnMenuProps {
  readonly columns: readonly BookingListColumn[];
  readonly setColumns: (columns: readonly BookingListColumn[]) => void;
  /** True for roles with access to balances. */
  readonly isDesk: boolean;
}

/** Columns of the bookings list to choose from. The guest is always shown. */
export function ColumnMenu({ columns, setColumns, isDesk }: ColumnMenuProps) {
  const offered = COLUMN_NAMES.filter((name) => isDesk || name !== 'balance');
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          <Trans>Columns</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs" role="group" aria-label={t`Columns`}>
          {offered.map((name) => (
            <Checkbox
              key={name}
              size="sm"
              label={shownWords(COLUMNS[name].title)}
              checked={columns.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                setColumns(COLUMN_NAMES.filter((each) => (each === name ? checked : columns.includes(each))))
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
