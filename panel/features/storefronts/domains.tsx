import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { Domain } from './domain.tsx';
import { storefrontsDomainAddDocument } from './generated.ts';
import type { Storefront } from './storefront.ts';

/** The host's own domains, each with its status and required records, and a form that adds one. */
export function Domains({ storefront: { id, domains } }: { readonly storefront: Storefront }) {
  const { mutateAsync, isPending, error } = useTeamMutation(storefrontsDomainAddDocument);
  const [typed, setTyped] = useState('');
  const add = async (event: FormEvent) => {
    event.preventDefault();
    await mutateAsync({ input: { storefrontId: id, domain: typed.trim() } }).then(
      () => setTyped(''),
      () => {}, // shown below
    );
  };
  return (
    <Stack gap="lg">
      {domains.map((one) => (
        <Domain key={one.id} domain={one} />
      ))}
      <Form error={error} onSubmit={add}>
        <Stack gap="sm" align="flex-start">
          <TextInput
            field="domain"
            w="100%"
            label={t`Domain`}
            description={t`For example, stays.example.com`}
            maxLength={300}
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <ErrorNote error={error} />
          <Button type="submit" variant="default" disabled={!typed.trim()} loading={isPending}>
            <Trans>Add domain</Trans>
          </Button>
        </Stack>
      </Form>
    </Stack>
  );
}
