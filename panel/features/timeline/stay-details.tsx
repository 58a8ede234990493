import { Anchor, Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { Facts } from '../../components/facts.tsx';
import { count, dayAndYear, nightsBetween } from '../../format/dates.ts';
import { BookingBadge, partyWords } from '../bookings/booking-words.tsx';
import { guestName, type Move, type Stay } from './stays.ts';

interface StayDetailsProps {
  readonly stay: Stay | null;
  readonly onMove: (move: Move) => void;
  readonly onClose: () => void;
}

/** A stay's details, and a unit selector for people who don't drag or use the arrow keys. */
export function StayDetails({ stay, onMove, onClose }: StayDetailsProps) {
  return (
    <Modal opened={stay !== null} onClose={onClose} title={stay && guestName(stay.booking)} centered>
      {stay && <Details stay={stay} onMove={onMove} onClose={onClose} />}
    </Modal>
  );
}

function Details({ stay, onMove, onClose }: StayDetailsProps & { readonly stay: Stay }) {
  const { booking, unitType, unitId } = stay;
  const choose = (to: string) => {
    onMove({ booking, from: unitId, to: to || null });
    onClose();
  };
  return (
    <Stack>
      <Facts
        facts={[
          ['Status', <BookingBadge key="status" status={booking.status} />],
          ['Unit type', unitType.name],
          ['Arrives', dayAndYear(booking.checkIn)],
          ['Leaves', dayAndYear(booking.checkOut)],
          ['Length', count(nightsBetween(booking.checkIn, booking.checkOut), 'night')],
          ['Guests', partyWords(booking.party)],
        ]}
      />
      <NativeSelect
        label="Unit"
        value={unitId ?? ''}
        onChange={({ currentTarget: { value } }) => choose(value)}
        data={[
          { value: '', label: 'Not assigned' },
          ...unitType.namedUnits.map(({ id, name }) => ({ value: id, label: `Unit ${name}` })),
        ]}
      />
      <Group justify="space-between">
        <Anchor component={Link} href={`/bookings/${booking.id}`}>
          {booking.reference}
        </Anchor>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
    </Stack>
  );
}
