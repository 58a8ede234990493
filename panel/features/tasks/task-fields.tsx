import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { tasksFieldDocument, type WorkFragment } from './generated.ts';

type Field = WorkFragment['fields'][number];

interface TaskFieldsProps {
  readonly taskId: string;
  readonly fields: readonly Field[];
}

/** Fields to fill in before a task is done. */
export function TaskFields({ taskId, fields }: TaskFieldsProps) {
  if (fields.length === 0) return null;
  return (
    <Stack gap={6} mt={8}>
      {fields.map((field) => (
        <TaskFieldInput key={`${field.key} ${field.value ?? ''}`} taskId={taskId} field={field} />
      ))}
    </Stack>
  );
}

function TaskFieldInput({ taskId, field }: { readonly taskId: string; readonly field: Field }) {
  const { mutate, isPending, error } = useTeamMutation(tasksFieldDocument);
  const [value, setValue] = useState(field.value ?? '');
  const isSame = value === (field.value ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ input: { taskId, key: field.key, value } });
  };
  return (
    <Form error={error} onSubmit={save}>
      <Group gap={6} align="flex-end">
        <TextInput
          field="value"
          label={field.label}
          withAsterisk={field.requiredToComplete}
          inputMode={field.type === 'integer' || field.type === 'decimal' ? 'decimal' : 'text'}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={isSame || value === ''} loading={isPending}>
          <Trans>Save</Trans>
        </Button>
      </Group>
      <ErrorNote error={error} />
    </Form>
  );
}
