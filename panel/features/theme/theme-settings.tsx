import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { SettingFields } from '../installed/setting-fields.tsx';
import { type ChangedSettings, type Setting, valuesToSave } from '../installed/setting-values.ts';
import { usePlaces } from '../installed/use-places.ts';
import { type SiteThemeFragment, themeSettingsSaveDocument } from './generated.ts';

interface ThemeSettingsProps {
  readonly theme: SiteThemeFragment;
  /** Called with the changed theme: for the published one, it's a new draft. */
  readonly onSaved: (id: string) => void;
}

/** A theme's settings as a form, which saves to a draft. */
export function ThemeSettings({ theme, onSaved }: ThemeSettingsProps) {
  const { id, name, status, settingsVersion } = theme;
  const settings = filled(theme);
  const [changed, setChanged] = useState<ChangedSettings>({});
  /** Version that the first change is based on. */
  const [version, setVersion] = useState(settingsVersion);
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(themeSettingsSaveDocument);
  const places = usePlaces(settings);
  const isChanged = Object.keys(changed).length > 0;
  const change = (next: ChangedSettings) => {
    if (!isChanged) setVersion(settingsVersion);
    setChanged(next);
  };
  const discard = () => {
    setChanged({});
    reset();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = ({ themeSettingsSet: { theme: saved } }: Saved) => {
      setChanged({});
      if (saved) onSaved(saved.id);
    };
    mutate({ id, values: valuesToSave(settings, changed), version }, { onSuccess });
  };
  if (settings.length === 0 || status === 'previous') return null;
  return (
    <Panel title={t`Settings of ${name}`}>
      <Form error={error} onSubmit={save} noValidate>
        <Stack>
          {status === 'published' && (
            <Text size="sm">
              <Trans>Saving creates a draft: guests see the changes once you publish it.</Trans>
            </Text>
          )}
          <SettingFields {...{ settings, changed, places, error }} onChange={change} />
          <ErrorNote error={error} />
          <SaveRow disabled={!isChanged} isSaving={isPending} isSaved={isSuccess && !isChanged}>
            {isChanged && (
              <Button variant="default" onClick={discard}>
                <Trans>Discard changes</Trans>
              </Button>
            )}
          </SaveRow>
        </Stack>
      </Form>
    </Panel>
  );
}

interface Saved {
  readonly themeSettingsSet: { readonly theme: SiteThemeFragment | null };
}

/** The version's settings with the host's values. */
function filled({ values, version: { settings } }: SiteThemeFragment): readonly Setting[] {
  const own = new Map(values.map(({ key, value }) => [key, value]));
  return settings.map((setting) => ({
    ...setting,
    value: own.get(setting.key) ?? setting.value,
    isSet: own.has(setting.key),
  }));
}
