import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Panel } from '../../components/panel.tsx';
import { translated } from '../../i18n/translated.ts';
import { objectSettingsDocument, type SettingScope } from './generated.ts';
import type { Install } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';
import { type Choices, useObjects } from './use-places.ts';

export type ObjectScope = Exclude<SettingScope, 'install'>;

const WORDS: Readonly<Record<ObjectScope, { readonly title: string; readonly label: string }>> = translated({
  property: { title: msg`Settings of each property`, label: msg`Property` },
  unit_type: { title: msg`Settings of each unit type`, label: msg`Unit type` },
  connection: { title: msg`Settings of each connection`, label: msg`Connection` },
  placement: { title: msg`Settings of each placement`, label: msg`Placement` },
});

interface ObjectSettingsProps {
  readonly install: Install;
  readonly per: ObjectScope;
}

/** Settings with separate values for each object of a type; the person chooses the object first. */
export function ObjectSettings({ install, per }: ObjectSettingsProps) {
  const [id, setId] = useState('');
  const choices = useObjects(per, install);
  return (
    <Panel title={WORDS[per].title}>
      <Stack>
        <ChooseObject {...{ per, id, choices }} onChoose={setId} />
        {id && <FormOf key={id} app={install.app.slug} of={{ per, id }} />}
      </Stack>
    </Panel>
  );
}

interface ChooseObjectProps {
  readonly per: ObjectScope;
  readonly id: string;
  /** Undefined while loading; null if the role can't list them and types an id instead. */
  readonly choices: Choices | null | undefined;
  readonly onChoose: (id: string) => void;
}

function ChooseObject({ per, id, choices, onChoose }: ChooseObjectProps) {
  const { label } = WORDS[per];
  if (choices === undefined) return <Loading label={t`Loading choices`} />;
  if (choices === null) {
    return (
      <TextInput
        label={t`Id of the ${label.toLowerCase()}`}
        inputMode="numeric"
        value={id}
        onChange={({ currentTarget }) => onChoose(currentTarget.value.replace(/\D/g, ''))}
      />
    );
  }
  if (choices.length === 0)
    return (
      <Text c="dimmed">
        <Trans>There is no {label.toLowerCase()} yet.</Trans>
      </Text>
    );
  return (
    <NativeSelect
      label={label}
      data={[{ value: '', label: t`Choose one` }, ...choices]}
      value={id}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}

interface FormOfProps {
  readonly app: string;
  readonly of: { readonly per: ObjectScope; readonly id: string };
}

function FormOf({ app, of }: FormOfProps) {
  const { data, error, refetch, isPlaceholderData } = useTeamQuery(objectSettingsDocument, {
    slug: app,
    ...of,
  });
  if (error && !data) return <ErrorNote error={error} onRetry={refetch} />;
  if (!data || isPlaceholderData) return <Loading label={t`Loading the settings`} />;
  if (!data.install) return null;
  const { settings, settingsVersion } = data.install;
  return <SettingsForm reread={refetch} version={settingsVersion} {...{ app, of, settings }} />;
}
