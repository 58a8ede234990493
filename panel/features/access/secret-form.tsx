import { Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';

interface SecretFormProps {
  /** Label for the secret's name field. */
  readonly label: string;
  readonly placeholder: string;
  /** Button label. */
  readonly submit: string;
  /** Noun for the secret, e.g. `access token`. */
  readonly secretLabel: string;
  /** Creates the secret; rejects if the platform refuses. */
  readonly make: (name: string) => Promise<string | null>;
  readonly isPending: boolean;
  /** Why the last attempt was refused. */
  readonly error: unknown;
}

/** Creates a named secret and shows it once. */
export function SecretForm({
  label,
  placeholder,
  submit,
  secretLabel,
  make,
  isPending,
  error,
}: SecretFormProps) {
  const [name, setName] = useState('');
  const [secret, setSecret] = useState<string | null>(null);
  const create = (event: FormEvent) => {
    event.preventDefault();
    make(name.trim()).then(
      (made) => {
        setSecret(made);
        setName('');
      },
      () => {
        // The form shows the error below: see `error`.
      },
    );
  };
  return (
    <Stack gap="md">
      <Form error={error} onSubmit={create}>
        <Group align="flex-end" gap="sm">
          <TextInput
            field="name"
            label={label}
            placeholder={placeholder}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" disabled={!name.trim()} loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Form>
      <ErrorNote error={error} />
      {secret && <SecretOnce label={secretLabel} secret={secret} onDone={() => setSecret(null)} />}
    </Stack>
  );
}
