import { Button, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { appSettingsSaveDocument, type SettingScope } from './generated.ts';
import { SettingFields } from './setting-fields.tsx';
import { type ChangedSettings, type Setting, valuesToSave } from './setting-values.ts';
import { usePlaces } from './use-places.ts';

interface SettingsFormProps {
  readonly app: string;
  /** What the values are for; those of the install where it is left out. */
  readonly of?: { readonly per: SettingScope; readonly id: string };
  readonly settings: readonly Setting[];
  /** Of the install, as the settings were read. */
  readonly version: number;
  /** Reads the settings again. */
  readonly reread: () => unknown;
  /** What is said above the fields. */
  readonly children?: ReactNode;
}

/** Settings of an app as a form: what was changed is saved, unless another changed them meanwhile. */
export function SettingsForm({
  app,
  of,
  settings,
  version: readVersion,
  reread,
  children,
}: SettingsFormProps) {
  const [changed, setChanged] = useState<ChangedSettings>({});
  /** The version that the first change was made from. */
  const [version, setVersion] = useState(readVersion);
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(appSettingsSaveDocument);
  const places = usePlaces(settings);
  const isChanged = Object.keys(changed).length > 0;
  const change = (next: ChangedSettings) => {
    if (!isChanged) setVersion(readVersion);
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
      { slug: app, ...of, values: valuesToSave(settings, changed), version },
      {
        onSuccess: ({ appSettingsSet }) => {
          setVersion(appSettingsSet.version ?? version);
          setChanged((now) => changesBeyond(now, changed));
        },
      },
    );
  };
  return (
    <form onSubmit={save} noValidate>
      <Stack>
        {children}
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
  );
}

/** What was typed while the rest was saved. */
const changesBeyond = (now: ChangedSettings, saved: ChangedSettings): ChangedSettings =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => saved[key] !== value));
