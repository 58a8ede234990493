import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/hooks.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { useTeam } from '../../shell/session.tsx';
import { invitationCreate } from './generated.ts';

/** Makes a link by which one person joins the team, and shows it once. */
export function NewInvitation() {
  const { name: team } = useTeam();
  const { mutate, isPending, error } = useChange(invitationCreate);
  const [name, setName] = useState('');
  const [link, setLink] = useState<string | null>(null);
  const create = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { input: { name: name.trim() } },
      {
        onSuccess: ({ teamInvitationCreate: { path } }) => {
          setLink(path === null ? null : new URL(path, location.origin).href);
          setName('');
        },
      },
    );
  };
  return (
    <Panel title="Invite somebody">
      <Stack gap="md">
        <Text size="sm">
          You get a link that works once and for 7 days. Give it to the one it is for: whoever opens it can
          join {team} and do there what you can.
        </Text>
        <form onSubmit={create}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Who it is for"
              placeholder="Sam from the front desk"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!name.trim()} loading={isPending}>
              Make a link
            </Button>
          </Group>
        </form>
        <ErrorNote error={error} />
        {link && <SecretOnce label="invitation link" secret={link} onDone={() => setLink(null)} />}
      </Stack>
    </Panel>
  );
}
