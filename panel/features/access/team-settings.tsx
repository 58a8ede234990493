import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { useTeam } from '../../layout/session.tsx';
import {
  teamCloseDocument,
  teamFactorDocument,
  teamFactorSetDocument,
  teamKeepDocument,
  teamRenameDocument,
} from './generated.ts';
import { LegalDetails } from './legal-details.tsx';

/** Team settings that only an owner can change. */
export function TeamSettings() {
  const { status } = useTeam();
  return (
    <>
      {status === 'closing' && <Keep />}
      <Panel title={t`Team settings`}>
        <Stack gap="lg">
          <Rename />
          <LegalDetails />
          <SecondFactor />
        </Stack>
      </Panel>
    </>
  );
}

function Rename() {
  const team = useTeam();
  const [name, setName] = useState(team.name);
  const { mutate, isPending, isSuccess, error } = useTeamMutation(teamRenameDocument, { changesTeams: true });
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate({ input: { name: name.trim() } });
  };
  return (
    <Form error={error} onSubmit={save}>
      <Stack gap="sm" align="flex-start">
        <TextInput
          field="name"
          label={t`Team name`}
          description={t`Its slug stays ${team.slug}.`}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SaveRow
          disabled={!name.trim() || name.trim() === team.name}
          isSaving={isPending}
          isSaved={isSuccess && name.trim() === team.name}
        />
        <ErrorNote error={error} />
      </Stack>
    </Form>
  );
}

/** Requires a second factor from members, or stops requiring it. */
function SecondFactor() {
  const team = useTeam();
  const { data } = useTeamQuery(teamFactorDocument, { slug: team.slug });
  const { mutate, isPending, error } = useTeamMutation(teamFactorSetDocument);
  const isRequired = data?.team?.requireSecondFactor ?? false;
  return (
    <Stack gap="sm" align="flex-start">
      <Switch
        label={t`Members need a second factor`}
        description={t`Members without a passkey or an authenticator app can't see anything of the team until they add one. You need one too.`}
        checked={isRequired}
        disabled={!data || isPending}
        onChange={(event) => mutate({ input: { requireSecondFactor: event.currentTarget.checked } })}
      />
      <ErrorNote error={error} />
    </Stack>
  );
}

/** Closes the team after its owner has typed its slug; hidden while it's being closed. */
export function CloseTeam() {
  const { id, slug, name, status } = useTeam();
  const [opened, { open, close }] = useDisclosure(false);
  if (status !== 'active') return null;
  return (
    <Panel title={t`Close the team`}>
      <Text size="sm" mb="md">
        <Trans>Takes the storefronts of {name} offline. You can change your mind for 30 days.</Trans>
      </Text>
      <Button variant="default" onClick={open}>
        <Trans>Close the team…</Trans>
      </Button>
      {opened && <CloseDialog {...{ id, slug, name }} onClose={close} />}
    </Panel>
  );
}

interface CloseDialogProps {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly onClose: () => void;
}

function CloseDialog({ id, slug, name, onClose }: CloseDialogProps) {
  const [confirm, setConfirm] = useState('');
  const { mutate, isPending, error } = useTeamMutation(teamCloseDocument, { changesTeams: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ id, confirm: confirm.trim() }, { onSuccess: onClose });
  };
  return (
    <OpenDialog onClose={onClose} title={t`Close ${name}?`} centered>
      <Form error={error} onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">
            <Trans>
              Closing {name} takes its storefronts offline immediately. You can change your mind for 30 days.
              After that, no one has access to it, and its slug is gone for good. Upcoming bookings must be
              over or cancelled first.
            </Trans>
          </Text>
          <TextInput
            field="confirm"
            label={t`Type ${slug} to confirm`}
            value={confirm}
            onChange={(event) => setConfirm(event.currentTarget.value)}
            autoComplete="off"
          />
          <ErrorNote error={error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Go back</Trans>
            </Button>
            <Button type="submit" color="red.8" disabled={confirm.trim() !== slug} loading={isPending}>
              <Trans>Close the team</Trans>
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}

function Keep() {
  const { id, name } = useTeam();
  const { mutate, isPending, error } = useTeamMutation(teamKeepDocument, { changesTeams: true });
  return (
    <Alert color="orange" title={t`${name} is being closed`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          <Trans>Its storefronts are offline. After 30 days, no one can access it.</Trans>
        </Text>
        <Button size="xs" onClick={() => mutate({ id })} loading={isPending}>
          <Trans>Keep the team</Trans>
        </Button>
        <ErrorNote error={error} />
      </Stack>
    </Alert>
  );
}
