import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { calendarUnitNamesDocument } from './generated.ts';
import type { UnitType } from './stays.ts';

/** Edits the names of a unit type's units, which bookings and tasks show once a unit is assigned. */
export function UnitNames({ unitType }: { readonly unitType: UnitType }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={t`Unit names of ${unitType.name}`}
        data-column={-1}
        tabIndex={-1}
        onClick={open}
      >
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
      <Modal opened={opened} onClose={close} title={t`Units of ${unitType.name}`} centered>
        <Names unitType={unitType} close={close} />
      </Modal>
    </>
  );
}

function Names({ unitType, close }: { readonly unitType: UnitType; readonly close: () => void }) {
  const { mutate, isPending, error } = useTeamMutation(calendarUnitNamesDocument);
  const [names, setNames] = useState(() => unitType.namedUnits.map(({ name }) => name));
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ input: { unitTypeId: unitType.id, names } }, { onSuccess: close });
  };
  const rename = (place: number, name: string) =>
    setNames((before) => before.map((one, at) => (at === place ? name : one)));
  return (
    <Form error={error} onSubmit={save}>
      <Stack>
        <Text size="sm" c="dimmed">
          <Trans>
            Units are assigned to bookings by name. Bookings keep the name a unit had when it was assigned.
          </Trans>
        </Text>
        {unitType.namedUnits.map(({ id }, place) => (
          <TextInput
            field={`names.${place}`}
            key={id}
            label={t`Unit ${place + 1}`}
            required
            maxLength={60}
            value={names[place] ?? ''}
            onChange={({ currentTarget: { value } }) => rename(place, value)}
          />
        ))}
        <ErrorNote error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
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
