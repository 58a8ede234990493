import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NativeSelect } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { type BookingDetailQuery, bookingUnitsDocument } from './generated.ts';
import { isOngoing } from './stay-moves.ts';

type Booking = NonNullable<BookingDetailQuery['booking']>;

/** A place for a unit in a booked line. */
interface Place {
  readonly key: string;
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  readonly unitId: string;
}

/** Assigns units to a booking; hidden unless the booking is held or confirmed and has a known unit type. */
export function AssignUnits({ booking }: { readonly booking: Booking }) {
  const [opened, { open, close }] = useDisclosure(false);
  const places = placesOf(booking);
  if (!isOngoing(booking) || places.length === 0) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        <Trans>Assign units</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Which units will they stay in?`} centered>
        <Choice booking={booking} places={places} close={close} />
      </Modal>
    </>
  );
}

function placesOf({ lines }: Booking): readonly Place[] {
  return lines.flatMap(({ unitType, quantity, units }, line) =>
    unitType
      ? Array.from({ length: quantity }, (_, place) => ({
          key: `${line}.${place}`,
          label: quantity > 1 ? t`${unitType.name}, ${place + 1} of ${quantity}` : unitType.name,
          options: unitType.namedUnits,
          unitId: units.filter(({ until }) => until === null)[place]?.id ?? '',
        }))
      : [],
  );
}

interface ChoiceProps {
  readonly booking: Booking;
  readonly places: readonly Place[];
  readonly close: () => void;
}

function Choice({ booking, places, close }: ChoiceProps) {
  const { mutate, isPending, error } = useTeamMutation(bookingUnitsDocument);
  const [chosen, setChosen] = useState(() =>
    Object.fromEntries(places.map(({ key, unitId }) => [key, unitId])),
  );
  const assign = (event: FormEvent) => {
    event.preventDefault();
    const unitIds = places.flatMap(({ key }) => chosen[key] || []);
    mutate({ input: { bookingId: booking.id, unitIds } }, { onSuccess: close });
  };
  return (
    <Form error={error} onSubmit={assign}>
      <Stack>
        <Text size="sm" c="dimmed">
          <Trans>
            The unit appears on the booking, the guest's page and its tasks. You can name units in the
            calendar.
          </Trans>
        </Text>
        {places.map(({ key, label, options }) => (
          <NativeSelect
            field="unitIds"
            key={key}
            label={label}
            value={chosen[key] ?? ''}
            onChange={({ currentTarget: { value } }) => setChosen((before) => ({ ...before, [key]: value }))}
            data={[
              { value: '', label: t`Not assigned` },
              ...options.map(({ id, name }) => ({ value: id, label: t`Unit ${name}` })),
            ]}
          />
        ))}
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isPending}>
            <Trans>Assign</Trans>
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
