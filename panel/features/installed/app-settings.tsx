import { Alert, Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { appSettingsSaveDocument } from './generated.ts';
import { SettingFields } from './setting-fields.tsx';
import { type ChangedSettings, type Install, missingSettings, valuesToSave } from './setting-values.ts';
import { usePlaces } from './use-places.ts';

interface AppSettingsProps {
  readonly install: Install;
  /** Reads the install again. */
  readonly reread: () => unknown;
}

/** What an app asks the team for, as a form; nothing if it asks for nothing. */
export function AppSettings(props: AppSettingsProps) {
  return props.install.settings.length > 0 && <SettingsForm {...props} />;
}

function SettingsForm({ install, reread }: AppSettingsProps) {
  const { app, settings, settingsVersion, status } = install;
  const [changed, setChanged] = useState<ChangedSettings>({});
  /** The version that the first change was made from. */
  const [version, setVersion] = useState(settingsVersion);
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(appSettingsSaveDocument);
  const places = usePlaces(settings);
  const isChanged = Object.keys(changed).length > 0;
  const change = (next: ChangedSettings) => {
    if (!isChanged) setVersion(settingsVersion);
    setChanged(next);
  };
  const discard = () => {
    setChanged({});
    reset();
    void reread();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    mutate(
      { slug: app.slug, values: valuesToSave(settings, changed), version },
      {
        onSuccess: ({ appSettingsSet }) => {
          setVersion(appSettingsSet.version ?? version);
          setChanged((now) => changesBeyond(now, changed));
        },
      },
    );
  };
  return (
    <Panel title="Settings">
      <form onSubmit={save} noValidate>
        <Stack>
          {status === 'needs_settings' && <Missing install={install} />}
          <SettingFields {...{ settings, changed, places, error }} onChange={change} />
          <ErrorNote error={error} />
          <SaveRow disabled={!isChanged} isSaving={isPending} isSaved={isSuccess && !isChanged}>
            {isChanged && (
              <Button variant="default" onClick={discard}>
                Discard changes
              </Button>
            )}
          </SaveRow>
        </Stack>
      </form>
    </Panel>
  );
}

/** What was typed while the rest was saved. */
const changesBeyond = (now: ChangedSettings, saved: ChangedSettings): ChangedSettings =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => saved[key] !== value));

function Missing({ install: { app, settings } }: { readonly install: Install }) {
  const labels = missingSettings(settings).map(({ label }) => label);
  return (
    <Alert color="yellow" variant="light" title={`${app.name} needs settings`}>
      It may not work as it should until you fill in and save: {labels.join(', ')}.
    </Alert>
  );
}
