import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { TextInput } from '../../components/fields.tsx';
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
  return (
    <StepForm
      label={t`Open storefront`}
      valid={name.trim() !== '' && slug.length >= 3}
      save={() => mutate({ input: { name: name.trim(), slug } })}
      {...{ isPending, error }}
    >
      <TextInput
        field="name"
        label={t`Name of the storefront`}
        description={t`Shown to guests.`}
        required
        maxLength={120}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <TextInput
        field="slug"
        label={t`Address`}
        description={t`The first part of its web address: 3 to 50 lowercase letters, digits and hyphens.`}
        required
        maxLength={50}
        autoComplete="off"
        value={slug}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
    </StepForm>
  );
}
