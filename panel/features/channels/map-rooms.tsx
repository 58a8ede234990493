import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { Loading } from '../../components/loading.tsx';
import {
  type ChannelsConnectionFragment,
  type ChannelsProductsMutation,
  channelsMapDocument,
  channelsPlansDocument,
  channelsProductsDocument,
} from './generated.ts';
import { mappingsOf, roomsTyped, type TypedRoom } from './mapping-form.ts';
import { RoomFields } from './room-fields.tsx';

interface MapRoomsProps {
  readonly connection: ChannelsConnectionFragment;
}

type Products = NonNullable<ChannelsProductsMutation['channelProductsFetch']['products']>;

/** Requests the channel's rooms, and lets the host map them to unit types. */
export function MapRooms({ connection }: MapRoomsProps) {
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
        <Trans>Map rooms</Trans>
      </Button>
      <ErrorNote error={fetch.error} />
      <Modal
        opened={products !== null}
        onClose={close}
        title={t`Rooms on ${connection.name}`}
        size="lg"
        centered
      >
        {products && <RoomsForm {...{ connection, products }} onClose={close} />}
      </Modal>
    </>
  );
}

interface RoomsFormProps extends MapRoomsProps {
  readonly products: Products;
  readonly onClose: () => void;
}

function RoomsForm({ connection, products, onClose }: RoomsFormProps) {
  const { propertyId } = connection;
  const plans = useTeamQuery(channelsPlansDocument, { propertyId });
  const { mutateAsync, isPending, error } = useTeamMutation(channelsMapDocument);
  const [rooms, setRooms] = useState(() => roomsTyped(connection.rooms, products));
  const mappings = mappingsOf(rooms);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await mutateAsync({ input: { connectionId: connection.id, mappings } }).then(onClose, () => {}); // shown below
  };
  const change = (changed: TypedRoom) =>
    setRooms(rooms.map((room) => (room.channelRoomId === changed.channelRoomId ? changed : room)));
  return (
    <Form error={error} onSubmit={save}>
      <Stack>
        <Text size="sm" c="dimmed">
          <Trans>
            Bookings of a room take nights of the unit type you choose. You can sell several rooms from one
            unit type.
          </Trans>
        </Text>
        {rooms.length === 0 && (
          <Text size="sm">
            <Trans>The channel has no rooms for this property.</Trans>
          </Text>
        )}
        {!plans.data && !plans.error && <Loading label={t`Loading unit types`} lines={3} />}
        {plans.data &&
          rooms.map((room) => (
            <RoomFields
              key={room.channelRoomId}
              room={room}
              currency={connection.currency}
              unitTypes={plans.data?.property?.unitTypes ?? []}
              onChange={change}
            />
          ))}
        <ErrorNote error={error ?? plans.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" disabled={mappings.length === 0} loading={isPending}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
