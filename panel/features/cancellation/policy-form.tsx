import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { DefaultActions } from '../../components/default-actions.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { TextInput } from '../../components/fields.tsx';
import { Form } from '../../components/form.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { type EditedPolicyFragment, policyArchiveDocument, policyEditDocument } from './generated.ts';
import { TermsEditor } from './terms-editor.tsx';
import { termsInput, typedTerms } from './terms-form.ts';

interface PolicyFormProps {
  readonly policy: EditedPolicyFragment;
  readonly currency: string;
}

/** One policy: its name, its terms, and actions to make it the default or archive it. */
export function PolicyForm({ policy, currency }: PolicyFormProps) {
  const [name, setName] = useState(policy.name);
  const [typed, setTyped] = useState(() => typedTerms(policy, currency));
  const edit = useTeamMutation(policyEditDocument);
  const archive = useTeamMutation(policyArchiveDocument);
  const terms = termsInput(typed, currency);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (terms) edit.mutate({ input: { id: policy.id, name: name.trim(), terms } });
  };
  return (
    <Panel title={policy.name}>
      <Form error={edit.error} onSubmit={save}>
        <Stack gap="md">
          {policy.isDefault && (
            <Badge variant="light">
              <Trans>Default</Trans>
            </Badge>
          )}
          <TextInput
            field="name"
            label={t`Name`}
            description={t`For you and your team`}
            maxLength={120}
            value={name}
            onChange={({ currentTarget: { value } }) => {
              edit.reset();
              setName(value);
            }}
          />
          <TermsEditor
            typed={typed}
            currency={currency}
            onChange={(changed) => {
              edit.reset();
              setTyped(changed);
            }}
          />
          <ErrorNote error={edit.error ?? archive.error} />
          <OnlyFor roles={['manager']}>
            <SaveRow
              disabled={!terms || name.trim() === ''}
              isSaving={edit.isPending}
              isSaved={edit.isSuccess}
            />
            {!policy.isDefault && (
              <DefaultActions
                name={policy.name}
                what={t`policy`}
                onDefault={() => edit.mutate({ input: { id: policy.id, isDefault: true } })}
                onArchive={() => archive.mutateAsync({ id: policy.id })}
                isArchiving={archive.isPending}
                error={archive.error}
              />
            )}
          </OnlyFor>
        </Stack>
      </Form>
    </Panel>
  );
}
