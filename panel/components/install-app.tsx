import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useTeamMutation } from '../api/hooks.ts';
import { SettingFields } from '../features/installed/setting-fields.tsx';
import {
  type ChangedSettings,
  missingSettings,
  type Setting,
  valuesToSave,
} from '../features/installed/setting-values.ts';
import { usePlaces } from '../features/installed/use-places.ts';
import { DraftPlacements } from '../features/placements/draft-placements.tsx';
import { storeAppInstallDocument } from '../features/store/generated.ts';
import { useTeam } from '../layout/session.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { OnlyFor } from './only-for.tsx';
import { Panel } from './panel.tsx';
import { SecretOnce } from './secret-once.tsx';

interface InstallAppProps {
  /**
   * `liveVersion` is the version whose permissions are shown; if the live version has changed by then, the
   * install is refused.
   */
  readonly app: { readonly slug: string; readonly name: string; readonly liveVersion: string };
  /** Settings in the app's live version. */
  readonly settings?: readonly Setting[];
  readonly isInstalled: boolean;
  /** The person's agreement, in a sentence. */
  readonly text: string;
}

const NO_SETTINGS: readonly Setting[] = [];

/**
 * Installs an app on the chosen team with the permissions it requests, and shows its token and webhook secret
 * once. If settings are required, their form appears first.
 */
export function InstallApp({ app, settings = NO_SETTINGS, isInstalled, text }: InstallAppProps) {
  const team = useTeam();
  const { mutateAsync, isPending, error } = useTeamMutation(storeAppInstallDocument);
  const [secrets, setSecrets] = useState<readonly (readonly [string, string])[]>([]);
  const [isNew, setNew] = useState(false);
  const [changed, setChanged] = useState<ChangedSettings>({});
  const asked = settings.filter(({ per }) => per === 'install');
  const asks = !isInstalled && missingSettings(asked).length > 0;
  const places = usePlaces(asks ? asked : NO_SETTINGS);
  const install = async () => {
    const { appInstall } = await mutateAsync({
      slug: app.slug,
      version: app.liveVersion,
      ...(asks && { settings: valuesToSave(asked, changed) }),
    });
    setNew(true);
    setSecrets([
      ['runtime token', appInstall.token ?? ''],
      ['webhook secret', appInstall.webhookSecret ?? ''],
    ]);
  };
  return (
    <Stack>
      {secrets.length > 0 && (
        <Text>If {app.name} requests them in its settings, enter them there. Keep them secret.</Text>
      )}
      {secrets.map(([label, secret]) => (
        <SecretOnce
          key={label}
          label={label}
          secret={secret}
          onDone={() => setSecrets((shown) => shown.filter(([other]) => other !== label))}
        />
      ))}
      {isNew && (
        <OnlyFor roles={['manager']}>
          <DraftPlacements appSlug={app.slug} />
        </OnlyFor>
      )}
      {asks && (
        <Panel title={`What ${app.name} needs`}>
          <Stack>
            <SettingFields settings={asked} {...{ changed, places, error }} onChange={setChanged} />
          </Stack>
        </Panel>
      )}
      <Group>
        {isInstalled ? (
          <Anchor component={Link} href={`/installed/${app.slug}`}>
            Manage {app.name} on {team.name}
          </Anchor>
        ) : (
          <ConfirmButton
            variant="filled"
            title={`Install ${app.name} on ${team.name}?`}
            text={text}
            confirmLabel="Install"
            destructive={false}
            onConfirm={install}
            isPending={isPending}
            error={error}
          >
            Install
          </ConfirmButton>
        )}
      </Group>
    </Stack>
  );
}
