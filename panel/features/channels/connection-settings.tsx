import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NativeSelect, NumberInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { type ChannelsConnectionFragment, channelsSettingsDocument } from './generated.ts';
import { OVERBOOKING } from './new-connection.tsx';

interface OfConnection {
  readonly connection: ChannelsConnectionFragment;
}

/** Connection settings that the host chooses. */
export function ConnectionSettings({ connection }: OfConnection) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
        <Trans>Settings</Trans>
      </Button>
      <Modal opened={isOpen} onClose={close} title={t`Settings of ${connection.name}`} centered>
        <SettingsForm connection={connection} onClose={close} />
      </Modal>
    </>
  );
}

function SettingsForm({ connection, onClose }: OfConnection & { readonly onClose: () => void }) {
  const { mutateAsync, isPending, error } = useTeamMutation(channelsSettingsDocument);
  const { id, overbooking, stopSellBelow, holdBackUnits } = connection;
  const [typed, setTyped] = useState({ overbooking, stopSellBelow, holdBackUnits });
  const save = async (event: FormEvent) => {
    event.preventDefault();
    await mutateAsync({ input: { id, ...typed } }).then(onClose, () => {}); // shown below
  };
  return (
    <Form error={error} onSubmit={save}>
      <Stack>
        <NativeSelect
          field="overbooking"
          label={t`If it sells a night that's taken here`}
          data={[...OVERBOOKING]}
          value={typed.overbooking}
          onChange={({ currentTarget: { value } }) =>
            setTyped({ ...typed, overbooking: value === 'refuse' ? 'refuse' : 'flag' })
          }
        />
        <NumberInput
          field="stopSellBelow"
          label={t`Units to hold back`}
          description={t`The channel is offered this many fewer units per night, so that it can't sell the same night twice`}
          min={0}
          max={100}
          allowDecimal={false}
          value={typed.stopSellBelow}
          onChange={(units) => setTyped({ ...typed, stopSellBelow: Number(units) })}
        />
        <NumberInput
          field="holdBackUnits"
          label={t`Units to hold back from agents while it's degraded`}
          description={t`For each of its unit types, until the channel has accepted the changes`}
          min={0}
          max={100}
          allowDecimal={false}
          value={typed.holdBackUnits}
          onChange={(units) => setTyped({ ...typed, holdBackUnits: Number(units) })}
        />
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={isPending}>
            <Trans>Save</Trans>
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
