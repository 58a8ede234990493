import { Alert, Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation, useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
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

/** Team actions that only an owner can take: rename it, close it, or cancel its closing. */
export function TeamSettings() {
  const { status } = useTeam();
  return (
    <Panel title="Team settings">
      <Stack gap="lg">
        {status === 'closing' && <Keep />}
        <Rename />
        <SecondFactor />
        {status === 'active' && <Close />}
      </Stack>
    </Panel>
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
    <form onSubmit={save}>
      <Stack gap="sm" align="flex-start">
        <TextInput
          label="Team name"
          description={`Its slug stays ${team.slug}.`}
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
    </form>
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
        label="Members need a second factor"
        description="Members without a passkey or an authenticator app can't see anything of the team until they add one. You need one too."
        checked={isRequired}
        disabled={!data || isPending}
        onChange={(event) => mutate({ input: { requireSecondFactor: event.currentTarget.checked } })}
      />
      <ErrorNote error={error} />
    </Stack>
  );
}

function Close() {
  const { id, slug, name } = useTeam();
  const [confirm, setConfirm] = useState('');
  const { mutate, isPending, error } = useTeamMutation(teamCloseDocument, { changesTeams: true });
  const close = (event: FormEvent) => {
    event.preventDefault();
    mutate({ id, confirm: confirm.trim() });
  };
  return (
    <form onSubmit={close}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Closing {name} takes its storefronts offline immediately. You can change your mind for 30 days.
          After that, no one has access to it, and its slug is gone for good. Upcoming bookings must be over
          or cancelled first.
        </Text>
        <Group align="flex-end" gap="sm">
          <TextInput
            label={`Type ${slug} to confirm`}
            value={confirm}
            onChange={(event) => setConfirm(event.currentTarget.value)}
            autoComplete="off"
          />
          <Button
            type="submit"
            color="red"
            variant="light"
            disabled={confirm.trim() !== slug}
            loading={isPending}
          >
            Close the team
          </Button>
        </Group>
        <ErrorNote error={error} />
      </Stack>
    </form>
  );
}

function Keep() {
  const { id, name } = useTeam();
  const { mutate, isPending, error } = useTeamMutation(teamKeepDocument, { changesTeams: true });
  return (
    <Alert color="orange" title={`${name} is being closed`}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">Its storefronts are offline. After 30 days, no one can access it.</Text>
        <Button size="xs" onClick={() => mutate({ id })} loading={isPending}>
          Keep the team
        </Button>
        <ErrorNote error={error} />
      </Stack>
    </Alert>
  );
}
