import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';

interface FolioDialogProps {
  /** Label of the button that opens the dialog, and the dialog's title. */
  readonly title: string;
  readonly isPrimary?: boolean;
  readonly children: (close: () => void) => ReactNode;
}

/** Button with a dialog for an entry in a folio. */
export function FolioDialog({ title, isPrimary = false, children }: FolioDialogProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="xs" variant={isPrimary ? 'filled' : 'default'} onClick={open}>
        {title}
      </Button>
      <Modal opened={opened} onClose={close} title={title} centered>
        {children(close)}
      </Modal>
    </>
  );
}

interface EntryFormProps {
  readonly text: string;
  readonly saveLabel: string;
  readonly save: () => void;
  readonly close: () => void;
  readonly canSave: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly children: ReactNode;
}

/** Form for an entry: its fields, effect, errors and buttons. */
export function EntryForm(form: EntryFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.canSave && !form.isPending) form.save();
  };
  return (
    <Form error={form.error} onSubmit={submit}>
      <Stack>
        {form.children}
        <Text size="sm" c="dimmed">
          {form.text}
        </Text>
        <ErrorNote error={form.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={form.close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={form.isPending} disabled={!form.canSave}>
            {form.saveLabel}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
