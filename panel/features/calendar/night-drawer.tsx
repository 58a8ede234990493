import { t } from '@lingui/core/macro';
import { Divider, Drawer, Group, Stack } from '@mantine/core';
import { OnlyFor } from '../../components/only-for.tsx';
import { addDays } from '../../format/dates.ts';
import { isOneOf, useTeam } from '../../layout/session.tsx';
import { NewBooking } from '../bookings/new-booking.tsx';
import { CloseNights } from './close-nights.tsx';
import { Editor, type EditorProps } from './editor.tsx';

interface NightDrawerProps extends EditorProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/**
 * Changes a unit type's nights next to the grid: everything for roles that set rates, closing for the front
 * desk, which can also enter a booking for these nights.
 */
export function NightDrawer({ opened, onClose, ...nights }: NightDrawerProps) {
  const isPricing = isOneOf(useTeam(), ['manager', 'revenue']);
  const { unitType, range } = nights;
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={isPricing ? t`Change nights: ${unitType.name}` : t`Close nights: ${unitType.name}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      attributes={{ header: { role: 'none' } }}
    >
      <Stack>
        <OnlyFor roles={['manager', 'front_desk']}>
          <Group>
            <NewBooking
              stay={{ unitTypeId: unitType.id, checkIn: range.from, checkOut: addDays(range.until, 1) }}
            />
          </Group>
          <Divider />
        </OnlyFor>
        {isPricing ? <Editor {...nights} /> : <CloseNights {...nights} />}
      </Stack>
    </Drawer>
  );
}
