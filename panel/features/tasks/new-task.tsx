import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTeamMutation, useTeamQueryAll } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { NativeSelect, Textarea } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { instantOf } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { tasksCreateDocument, tasksPropertiesDocument } from './generated.ts';
import { TaskForm, type TaskFormValues } from './task-form.tsx';
import type { TaskSetup } from './task-words.ts';

const EMPTY: TaskFormValues = { title: '', description: '', unitId: '', assigneeAccountId: '', due: '' };

/** Creates a task manually. */
export function NewTask({ setup }: { readonly setup: TaskSetup }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error, reset } = useTeamMutation(tasksCreateDocument);
  const types = setup.taskTypes.filter(({ state }) => state === 'enabled');
  const [taskType, setTaskType] = useState(types[0]?.id ?? '');
  const read = useTeamQueryAll(tasksPropertiesDocument, ({ properties: listed }) => listed, {
    enabled: opened,
  });
  const properties = inOrderMade(read.data ?? []);
  const [chosen, setChosen] = useState('');
  const property = properties.find(({ id }) => id === chosen) ?? properties[0];
  const [values, setValues] = useState(EMPTY);
  const [steps, setSteps] = useState('');
  const create = (event: FormEvent) => {
    event.preventDefault();
    if (!property) return;
    const { title, description, unitId, assigneeAccountId, due } = values;
    const input = {
      taskType,
      propertyId: property.id,
      title: title.trim() || null,
      description: description.trim() || null,
      unitId: unitId || null,
      assigneeAccountId: assigneeAccountId || null,
      dueAt: due === '' ? null : instantOf(due, property.timeZone),
      checklist: steps
        .split('\n')
        .map((text) => ({ text: text.trim() }))
        .filter(({ text }) => text !== ''),
    };
    mutate({ input }, { onSuccess: close });
  };
  const start = () => {
    reset();
    setValues(EMPTY);
    setSteps('');
    open();
  };
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={start}>
        <Trans>New task</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`New task`} centered>
        <Form error={error} onSubmit={create}>
          <Stack>
            <NativeSelect
              field="taskType"
              label={t`Task type`}
              data={types.map(({ id, name }) => ({ value: id, label: name }))}
              value={taskType}
              onChange={(event) => setTaskType(event.currentTarget.value)}
              data-autofocus
            />
            <NativeSelect
              field="propertyId"
              label={t`Property`}
              data={properties.map(({ id, name }) => ({ value: id, label: name }))}
              value={property?.id ?? ''}
              onChange={(event) => {
                setChosen(event.currentTarget.value);
                setValues({ ...values, unitId: '', assigneeAccountId: '' });
              }}
            />
            <TaskForm
              values={values}
              onChange={setValues}
              propertyId={property?.id}
              timeZone={property?.timeZone}
            />
            <Textarea
              field="checklist"
              label={t`Checklist`}
              description={t`One step per line. Optional.`}
              autosize
              minRows={2}
              value={steps}
              onChange={(event) => setSteps(event.currentTarget.value)}
            />
            <ErrorNote error={read.error ?? error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                <Trans>Cancel</Trans>
              </Button>
              <Button type="submit" loading={isPending} disabled={!property}>
                <Trans>Create task</Trans>
              </Button>
            </Group>
          </Stack>
        </Form>
      </Modal>
    </>
  );
}
