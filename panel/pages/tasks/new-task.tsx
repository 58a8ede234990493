import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/hooks.ts';
import { inOrderMade } from '../../format/order.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { tasksCreate } from './generated.ts';
import type { TaskSetup } from './task-words.ts';

/** Creates a task by hand. */
export function NewTask({ setup }: { readonly setup: TaskSetup }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error, reset } = useChange(tasksCreate);
  const [taskType, setTaskType] = useState(setup.taskTypes[0]?.id ?? '');
  const properties = inOrderMade(setup.properties);
  const [propertyId, setPropertyId] = useState(properties[0]?.id ?? '');
  const [due, setDue] = useState('');
  const create = (event: FormEvent) => {
    event.preventDefault();
    const dueAt = due === '' ? null : new Date(due).toISOString();
    mutate({ input: { taskType, propertyId, dueAt } }, { onSuccess: close });
  };
  const start = () => {
    reset();
    setDue('');
    open();
  };
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={start} disabled={propertyId === ''}>
        New task
      </Button>
      <Modal opened={opened} onClose={close} title="New task" centered>
        <form onSubmit={create}>
          <Stack>
            <NativeSelect
              label="What is to be done"
              data={setup.taskTypes.map(({ id, name }) => ({ value: id, label: name }))}
              value={taskType}
              onChange={(event) => setTaskType(event.currentTarget.value)}
              data-autofocus
            />
            <NativeSelect
              label="Where"
              data={properties.map(({ id, name }) => ({ value: id, label: name }))}
              value={propertyId}
              onChange={(event) => setPropertyId(event.currentTarget.value)}
            />
            <TextInput
              type="datetime-local"
              label="By when"
              description="Leave it empty where it does not matter."
              value={due}
              onChange={(event) => setDue(event.currentTarget.value)}
            />
            <ErrorNote error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Never mind
              </Button>
              <Button type="submit" loading={isPending}>
                Create
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </>
  );
}
