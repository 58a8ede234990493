import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { instantOf, localTime } from '../../format/dates.ts';
import { tasksUpdateDocument, type WorkFragment } from './generated.ts';
import { TaskForm, type TaskFormValues } from './task-form.tsx';
import classes from './tasks.module.css';

const valuesOf = ({
  title,
  description,
  unitId,
  assignee,
  dueAt,
  property,
}: WorkFragment): TaskFormValues => ({
  title: title ?? '',
  description: description ?? '',
  unitId: unitId ?? '',
  assigneeAccountId: assignee?.accountId ?? '',
  due: dueAt === null ? '' : localTime(dueAt, property?.timeZone ?? 'UTC'),
});

/** Changes a task's text, unit, assignee and due time; only changed fields are sent. */
export function EditTask({ task }: { readonly task: WorkFragment }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { mutate, isPending, error, reset } = useTeamMutation(tasksUpdateDocument);
  const before = valuesOf(task);
  const [values, setValues] = useState(before);
  const timeZone = task.property?.timeZone ?? 'UTC';
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { title, description, unitId, assigneeAccountId, due } = values;
    const input = {
      id: task.id,
      ...(title !== before.title && { title: title.trim() || null }),
      ...(description !== before.description && { description: description.trim() || null }),
      ...(unitId !== before.unitId && { unitId: unitId || null }),
      ...(assigneeAccountId !== before.assigneeAccountId && { assigneeAccountId: assigneeAccountId || null }),
      ...(due !== before.due && { dueAt: due === '' ? null : instantOf(due, timeZone) }),
    };
    mutate({ input }, { onSuccess: close });
  };
  const start = () => {
    reset();
    setValues(before);
    open();
  };
  return (
    <>
      <Button variant="default" className={classes.touch ?? ''} onClick={start}>
        <Trans>Edit</Trans>
      </Button>
      <Modal opened={opened} onClose={close} title={t`Edit task`} centered>
        <Form error={error} onSubmit={save}>
          <Stack>
            <TaskForm
              values={values}
              onChange={setValues}
              propertyId={task.propertyId}
              timeZone={timeZone}
              canAssign={task.canonicalStatus === 'OPEN' || task.canonicalStatus === 'ASSIGNED'}
            />
            <ErrorNote error={error} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                <Trans>Go back</Trans>
              </Button>
              <Button type="submit" loading={isPending}>
                <Trans>Save</Trans>
              </Button>
            </Group>
          </Stack>
        </Form>
      </Modal>
    </>
  );
}
