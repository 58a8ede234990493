import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { SaveRow } from '../../components/save-row.tsx';
import { appSettingsSaveDocument, type SettingScope } from './generated.ts';
import { SettingFields } from './setting-fields.tsx';
import { type ChangedSettings, type Setting, valuesToSave } from './setting-values.ts';
import { usePlaces } from './use-places.ts';

interface SettingsFormProps {
  readonly app: string;
  /** The object that the values are for; undefined for the install. */
  readonly of?: { readonly per: SettingScope; readonly id: string };
  readonly settings: readonly Setting[];
  /** The install's version when the settings were read. */
  readonly version: number;
  /** Refetches the settings. */
  readonly reread: () => unknown;
  /** Text above the fields. */
  readonly children?: ReactNode;
}

/**
 * An app's settings as a form: it saves the changes, unless another person changed the settings in the
 * meantime.
 */
export function SettingsForm({
  app,
  of,
  settings,
  version: readVersion,
  reread,
  children,
}: SettingsFormProps) {
  const [changed, setChanged] = useState<ChangedSettings>({});
  /** Version that the first change is based on. */
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
    <Form error={error} onSubmit={save} noValidate>
      <Stack>
        {children}
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
  );
}

/** Returns changes typed while the other changes were being saved. */
const changesBeyond = (now: ChangedSettings, saved: ChangedSettings): ChangedSettings =>
  Object.fromEntries(Object.entries(now).filter(([key, value]) => saved[key] !== value));
