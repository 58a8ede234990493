import { Trans } from '@lingui/react/macro';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';

interface StayDialogProps {
  readonly title: string;
  /** Effect of saving, in a sentence or two. */
  readonly text: string;
  readonly saveLabel: string;
  readonly opened: boolean;
  readonly close: () => void;
  readonly save: () => void;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly children: ReactNode;
}

/** Dialog around the stay form: the effect of saving, refusals and buttons. */
export function StayDialog(dialog: StayDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    dialog.save();
  };
  return (
    <Modal opened={dialog.opened} onClose={dialog.close} title={dialog.title} centered>
      <Form error={dialog.error} onSubmit={submit}>
        <Stack>
          {dialog.children}
          <Text size="sm" c="dimmed">
            {dialog.text}
          </Text>
          <ErrorNote error={dialog.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={dialog.isPending}>
              {dialog.saveLabel}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
