import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import {
  type ChannelsConnectionFragment,
  type ChannelsProductsMutation,
  type ChannelsPropertyFragment,
  channelsMapDocument,
  channelsProductsDocument,
} from './generated.ts';

interface MapRoomsProps {
  readonly connection: ChannelsConnectionFragment;
  readonly unitTypes: ChannelsPropertyFragment['unitTypes'];
}

type Products = NonNullable<ChannelsProductsMutation['channelProductsFetch']['products']>;

/** Asks the channel for its rooms, and lets the host choose what each is sold from. */
export function MapRooms({ connection, unitTypes }: MapRoomsProps) {
  const fetch = useTeamMutation(channelsProductsDocument);
  const [products, setProducts] = useState<Products | null>(null);
  const close = () => setProducts(null);
  const open = () =>
    fetch.mutateAsync({ id: connection.id }).then(
      ({ channelProductsFetch }) => setProducts(channelProductsFetch.products ?? []),
      () => {}, // shown below
    );
  return (
    <>
      <Button size="xs" variant="default" loading={fetch.isPending} onClick={open}>
        Map rooms
      </Button>
      <ErrorNote error={fetch.error} />
      <Modal opened={products !== null} onClose={close} title={`Rooms on ${connection.name}`} centered>
        {products && <RoomsForm {...{ connection, unitTypes, products }} onClose={close} />}
      </Modal>
    </>
  );
}

interface RoomsFormProps extends MapRoomsProps {
  readonly products: Products;
  readonly onClose: () => void;
}

function RoomsForm({ connection, unitTypes, products, onClose }: RoomsFormProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(channelsMapDocument);
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(
    Object.fromEntries(connection.rooms.map(({ channelRoomId, unitTypeId }) => [channelRoomId, unitTypeId])),
  );
  const rooms = products.flatMap(({ channelRoomId }) => {
    const unitTypeId = chosen[channelRoomId];
    return unitTypeId ? [{ channelRoomId, unitTypeId }] : [];
  });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await mutateAsync({ input: { connectionId: connection.id, rooms } }).then(onClose, () => {}); // shown below
  };
  const choices = unitTypes
    .filter(({ active }) => active)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <form onSubmit={save}>
      <Stack>
        <Text size="sm" c="dimmed">
          Bookings of a room take nights of the unit type you choose. Several rooms may be sold from one unit
          type.
        </Text>
        {products.length === 0 && <Text size="sm">The channel has no rooms for this property.</Text>}
        {products.map(({ channelRoomId, name }) => (
          <NativeSelect
            key={channelRoomId}
            label={name}
            description={channelRoomId}
            data={[{ value: '', label: 'Not mapped' }, ...choices]}
            value={chosen[channelRoomId] ?? ''}
            onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [channelRoomId]: value })}
          />
        ))}
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={rooms.length === 0} loading={isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
