import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useTeamMutation } from '../api/hooks.ts';
import type { Operation } from '../api/operation.ts';
import { SettingFields } from '../features/installed/setting-fields.tsx';
import {
  type ChangedSettings,
  missingSettings,
  type Setting,
  valuesToSave,
} from '../features/installed/setting-values.ts';
import { usePlaces } from '../features/installed/use-places.ts';
import { DraftPlacements } from '../features/placements/draft-placements.tsx';
import { useTeam } from '../layout/session.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { ContinueToApp, type Redirect } from './continue-to-app.tsx';
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
  /** The plan whose price and terms are shown; omitted for an app without plans. */
  readonly plan?: { readonly key: string; readonly version: number };
  /** The person's agreement, in a sentence. */
  readonly text: string;
  /** Mutation to run. Only a developer's requests the secrets. */
  readonly mutation: Operation<
    { readonly appInstall: Installed },
    {
      readonly slug: string;
      readonly version: string;
      readonly settings?: ReturnType<typeof valuesToSave>;
      readonly plan?: string;
      readonly planVersion?: number;
    }
  >;
  /** Address to open after an install that has nothing left to show; stays on the page if omitted. */
  readonly next?: string;
}

interface Installed {
  readonly redirect: Redirect | null;
  readonly token?: string | null;
  readonly webhookSecret?: string | null;
}

const NO_SETTINGS: readonly Setting[] = [];

/**
 * Installs an app on the chosen team with the permissions it requests, and leads on to the app's own site if it
 * has one. If settings are required, their form appears first. A developer sees the token and webhook secret once.
 */
export function InstallApp({
  app,
  settings = NO_SETTINGS,
  isInstalled,
  plan,
  text,
  mutation,
  next,
}: InstallAppProps) {
  const team = useTeam();
  const [, navigate] = useLocation();
  const { mutateAsync, isPending, error } = useTeamMutation(mutation);
  const [redirect, setRedirect] = useState<Redirect | null>(null);
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
      ...(plan && { plan: plan.key, planVersion: plan.version }),
    });
    if (!appInstall.redirect && next) return navigate(next);
    setNew(true);
    setRedirect(appInstall.redirect);
    setSecrets(
      [
        [t`runtime token`, appInstall.token ?? ''] as const,
        [t`webhook secret`, appInstall.webhookSecret ?? ''] as const,
      ].filter(([, secret]) => secret),
    );
  };
  return (
    <Stack>
      {redirect && <ContinueToApp name={app.name} redirect={redirect} />}
      {secrets.length > 0 && (
        <Text>
          <Trans>Your app's server needs them if it doesn't exchange a code. Keep them secret.</Trans>
        </Text>
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
        <Panel title={t`What ${app.name} needs`}>
          <Stack>
            <SettingFields settings={asked} {...{ changed, places, error }} onChange={setChanged} />
          </Stack>
        </Panel>
      )}
      <Group>
        {isInstalled ? (
          <Anchor component={Link} href={`/installed/${app.slug}`}>
            <Trans>
              Manage {app.name} on {team.name}
            </Trans>
          </Anchor>
        ) : (
          <ConfirmButton
            variant="filled"
            title={t`Install ${app.name} on ${team.name}?`}
            text={text}
            confirmLabel={t`Install`}
            destructive={false}
            onConfirm={install}
            isPending={isPending}
            error={error}
          >
            <Trans>Install</Trans>
          </ConfirmButton>
        )}
      </Group>
    </Stack>
  );
}
