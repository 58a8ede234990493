import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Panel } from '../../components/panel.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { clientSecretRotateDocument } from './generated.ts';

/** Creates a new client secret and shows it once. */
export function ClientSecret({ app }: { readonly app: { readonly slug: string; readonly name: string } }) {
  const { mutateAsync, isPending, error } = useTeamMutation(clientSecretRotateDocument);
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = async () => {
    const { appClientSecretRotate } = await mutateAsync({ slug: app.slug });
    setSecret(appClientSecretRotate.clientSecret);
  };
  return (
    <Panel title={t`Client secret`}>
      <Stack align="flex-start">
        {secret && <SecretOnce label={t`client secret`} secret={secret} onDone={() => setSecret(null)} />}
        <Text>
          <Trans>Your server uses it to exchange OAuth codes and to verify embedded page sessions.</Trans>
        </Text>
        <ConfirmButton
          title={t`Rotate the client secret of ${app.name}?`}
          text={t`The current secret stops working immediately. Code exchanges and embedded pages fail until your server has the new one. Runtime tokens stay valid.`}
          confirmLabel={t`Rotate`}
          onConfirm={rotate}
          isPending={isPending}
          error={error}
        >
          <Trans>Rotate</Trans>
        </ConfirmButton>
      </Stack>
    </Panel>
  );
}
