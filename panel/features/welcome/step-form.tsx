import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';

interface StepFormProps {
  readonly label: string;
  readonly valid: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly save: () => void;
  readonly children: ReactNode;
}

/** A step's form, with refusals and its button. */
export function StepForm({ label, valid, isPending, error, save, children }: StepFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (valid) save();
  };
  return (
    <Form error={error} onSubmit={submit}>
      <Stack gap="md" mt="md" maw={560}>
        {children}
        <ErrorNote error={error} />
        <Group>
          <Button type="submit" disabled={!valid} loading={isPending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
