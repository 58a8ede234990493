import { Anchor, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useChange } from '../../api/hooks.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { useTeam } from '../../shell/session.tsx';
import { type StoreAppDetailQuery, storeAppInstall } from './generated.ts';

type App = NonNullable<StoreAppDetailQuery['storeApp']>;

/** Installs an app on the team with what it asks for, and shows what its developer needs from the host, once. */
export function Install({ app }: { readonly app: App }) {
  const team = useTeam();
  const { mutateAsync, isPending, error } = useChange(storeAppInstall);
  const [secrets, setSecrets] = useState<readonly (readonly [string, string])[]>([]);
  const install = async () => {
    const { appInstall } = await mutateAsync({ slug: app.slug, version: app.liveVersion });
    setSecrets([
      ['runtime token', appInstall.token ?? ''],
      ['webhook secret', appInstall.webhookSecret ?? ''],
    ]);
  };
  return (
    <>
      {secrets.length > 0 && (
        <Text>If {app.name} asks for them in its settings, give it these. Show them to nobody else.</Text>
      )}
      {secrets.map(([label, secret]) => (
        <SecretOnce
          key={label}
          label={label}
          secret={secret}
          onDone={() => setSecrets((shown) => shown.filter(([other]) => other !== label))}
        />
      ))}
      <Group>
        {app.isInstalled ? (
          <Anchor component={Link} href={`/installed/${app.slug}`}>
            Installed on {team.name}: look after it
          </Anchor>
        ) : (
          <ConfirmButton
            variant="filled"
            title={`Install ${app.name} on ${team.name}?`}
            text={`${app.name} by ${app.developer} gets what stands below. You can uninstall it at any time.`}
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
    </>
  );
}
