import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { ObjectSettings } from './object-settings.tsx';
import { type Install, missingSettings } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';

interface AppSettingsProps {
  readonly install: Install;
  /** Refetches the install. */
  readonly reread: () => unknown;
}

/**
 * Settings that an app requests from the team, as forms: one for the install, and one for each object with
 * its own values.
 */
export function AppSettings({ install, reread }: AppSettingsProps) {
  const { app, settings, settingsVersion, settingScopes, status } = install;
  return (
    <>
      {settings.length > 0 && (
        <Panel title={t`Settings`}>
          <SettingsForm app={app.slug} version={settingsVersion} {...{ settings, reread }}>
            {status === 'needs_settings' && <Missing install={install} />}
          </SettingsForm>
        </Panel>
      )}
      {settingScopes.map((per) => per !== 'install' && <ObjectSettings key={per} {...{ install, per }} />)}
    </>
  );
}

function Missing({ install: { app, settings } }: { readonly install: Install }) {
  const labels = missingSettings(settings).map(({ label }) => label);
  return (
    <Alert color="yellow" variant="light" title={t`${app.name} needs settings`}>
      <Trans>It may not work properly until you fill in and save: {labels.join(', ')}.</Trans>
    </Alert>
  );
}
