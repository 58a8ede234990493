import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { refusedFields } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { slugOf } from '../../format/slug.ts';
import { useTeam } from '../../layout/session.tsx';
import { welcomeStorefrontDocument } from './generated.ts';
import { StepForm } from './step-form.tsx';

/** Creates the storefront: its name and the first part of its address. */
export function NewStorefront() {
  const { name: team } = useTeam();
  const { mutate, isPending, error } = useTeamMutation(welcomeStorefrontDocument);
  const [name, setName] = useState(team);
  const [typed, setTyped] = useState<string | null>(null);
  const slug = typed ?? slugOf(name);
  const refused = refusedFields(error);
  return (
    <StepForm
      label="Open storefront"
      valid={name.trim() !== '' && slug.length >= 3}
      save={() => mutate({ input: { name: name.trim(), slug } })}
      {...{ isPending, error }}
    >
      <TextInput
        label="Name of the storefront"
        description="Shown to guests."
        required
        maxLength={120}
        value={name}
        error={refused.name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextInput
        label="Address"
        description="The first part of its web address: 3 to 50 lowercase letters, digits and hyphens."
        required
        maxLength={50}
        autoComplete="off"
        value={slug}
        error={refused.slug}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </StepForm>
  );
}
