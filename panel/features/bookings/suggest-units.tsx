import { Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { type BookingDetailQuery, unitMovesDocument, unitSuggestionDocument } from './generated.ts';

type Booking = NonNullable<BookingDetailQuery['booking']>;

/** Finds a unit for a booking that lacks one, and applies the moves of other bookings that it takes; hidden otherwise. */
export function SuggestUnits({ booking }: { readonly booking: Booking }) {
  const [opened, { open, close }] = useDisclosure(false);
  const isMissing = booking.lines.some(
    ({ unitType, quantity, units }) =>
      unitType && units.filter(({ until }) => until === null).length < quantity,
  );
  if ((booking.status !== 'held' && booking.status !== 'confirmed') || !isMissing) return null;
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        Find a unit
      </Button>
      <Modal opened={opened} onClose={close} title="Find a unit for the whole stay" centered>
        {opened && <Suggestion booking={booking} close={close} />}
      </Modal>
    </>
  );
}

function Suggestion({ booking, close }: { readonly booking: Booking; readonly close: () => void }) {
  const { data, error, refetch } = useTeamQuery(unitSuggestionDocument, { bookingId: booking.id });
  const { mutate, isPending, error: refused } = useTeamMutation(unitMovesDocument);
  if (error) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data) return <Loading label="Looking for a unit" />;
  const moves = data.unitAssignmentSuggest?.moves ?? [];
  const names = new Map(
    booking.lines.flatMap(({ unitType }) => unitType?.namedUnits ?? []).map(({ id, name }) => [id, name]),
  );
  const apply = () =>
    mutate(
      {
        input: {
          moves: moves.map(({ bookingId, fromUnitId, toUnitId }) => ({ bookingId, fromUnitId, toUnitId })),
        },
      },
      { onSuccess: close },
    );
  return (
    <Stack>
      {moves.length === 0 ? (
        <Text>No unit is free for the whole stay, even if a few other bookings move.</Text>
      ) : (
        <List>
          {moves.map(({ bookingId, reference, fromUnitId, toUnitId }) => (
            <List.Item key={`${bookingId}.${toUnitId}`}>
              {fromUnitId === null
                ? `${reference} gets unit ${names.get(toUnitId)}.`
                : `${reference} moves from unit ${names.get(fromUnitId)} to unit ${names.get(toUnitId)}.`}
            </List.Item>
          ))}
        </List>
      )}
      <ErrorNote error={refused} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {moves.length === 0 ? 'Close' : 'Cancel'}
        </Button>
        {moves.length > 0 && (
          <Button loading={isPending} onClick={apply}>
            {moves.length === 1 ? 'Assign' : 'Move bookings'}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
