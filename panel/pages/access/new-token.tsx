import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useChange } from '../../api/hooks.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { accessTokensCreate } from './generated.ts';

/** Makes a token that may develop apps: the one ability there is. */
export function NewToken() {
  const { mutate, isPending, error } = useChange(accessTokensCreate);
  const [name, setName] = useState('');
  const [token, setToken] = useState<string | null>(null);
  const create = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { input: { name: name.trim(), abilities: ['develop-apps'] } },
      {
        onSuccess: ({ accessTokenCreate }) => {
          setToken(accessTokenCreate.token);
          setName('');
        },
      },
    );
  };
  return (
    <Panel title="New access token">
      <Stack gap="md">
        <form onSubmit={create}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label="What it is for"
              placeholder="My laptop"
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!name.trim()} loading={isPending}>
              Create
            </Button>
          </Group>
        </form>
        <ErrorNote error={error} />
        {token && <SecretOnce label="access token" secret={token} onDone={() => setToken(null)} />}
      </Stack>
    </Panel>
  );
}
