import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { SecretOnce } from '../../components/secret-once.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { storefrontsKeyDocument, storefrontsSecretDocument } from './generated.ts';
import { Setting } from './setting.tsx';
import type { Storefront } from './storefront.ts';

/** The REST checkout for agents that need an API key: its switch, key and signing secret. */
export function Acp({ storefront }: { readonly storefront: Storefront }) {
  const { id, acpEnabled, acpApiKeyHint, acpSigningRequired } = storefront;
  return (
    <Stack gap="lg">
      <Setting
        label={t`ACP checkout`}
        description={t`A REST checkout for agents that have your API key. It needs instant booking.`}
        checked={acpEnabled}
        change={(on) => ({ id, acpEnabled: on })}
        asks={{
          when: false,
          title: t`Turn off the ACP checkout?`,
          text: t`Agents with your API key can no longer book through it. The key itself stays valid for later.`,
          confirmLabel: t`Turn off`,
        }}
      />
      <ApiKey id={id} hint={acpApiKeyHint} />
      <SigningSecret id={id} required={acpSigningRequired} />
    </Stack>
  );
}

function ApiKey({ id, hint }: { readonly id: string; readonly hint: string | null }) {
  const { mutateAsync, isPending, error } = useTeamMutation(storefrontsKeyDocument);
  const [secret, setSecret] = useState<string | null>(null);
  const make = async () => setSecret((await mutateAsync({ id })).acpApiKeyGenerate.apiKey);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm">
          <Text component="span" fw={600} size="sm">
            <Trans>API key</Trans>
          </Text>{' '}
          {hint ? <code>{hint}</code> : t`not created yet`}
        </Text>
        <ConfirmButton
          size="xs"
          title={hint ? t`Create a new API key?` : t`Create an API key?`}
          text={
            hint
              ? t`The current key stops working immediately.`
              : t`Agents with this key can book through the ACP checkout.`
          }
          confirmLabel={t`Create new key`}
          destructive={hint !== null}
          onConfirm={make}
          isPending={isPending}
          error={error}
        >
          {hint ? t`Replace` : t`Create key`}
        </ConfirmButton>
      </Group>
      {secret && <SecretOnce label={t`API key`} secret={secret} onDone={() => setSecret(null)} />}
    </Stack>
  );
}

function SigningSecret({ id, required }: { readonly id: string; readonly required: boolean }) {
  const { mutateAsync, isPending, error } = useTeamMutation(storefrontsSecretDocument);
  const [secret, setSecret] = useState<string | null>(null);
  const set = async (remove: boolean) =>
    setSecret((await mutateAsync({ id, remove })).acpSigningSecretGenerate.secret);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            <Trans>Signed requests</Trans>
          </Text>
          <StatusBadge tone={required ? 'good' : 'over'}>
            {required ? t`Required` : t`Not required`}
          </StatusBadge>
        </Group>
        <Group gap="xs">
          <ConfirmButton
            size="xs"
            title={required ? t`Create a new signing secret?` : t`Require signed requests?`}
            text={
              required
                ? t`Requests signed with the current secret are refused immediately.`
                : t`From now on, every ACP request must be signed with the new secret.`
            }
            confirmLabel={t`Create secret`}
            onConfirm={() => set(false)}
            isPending={isPending}
            error={error}
          >
            {required ? t`Replace the secret` : t`Require`}
          </ConfirmButton>
          {required && (
            <ConfirmButton
              size="xs"
              title={t`Stop requiring signatures?`}
              text={t`The API key is enough again, and the secret is deleted.`}
              confirmLabel={t`Stop requiring`}
              onConfirm={() => set(true)}
              isPending={isPending}
              error={error}
            >
              <Trans>Stop requiring</Trans>
            </ConfirmButton>
          )}
        </Group>
      </Group>
      {secret && <SecretOnce label={t`signing secret`} secret={secret} onDone={() => setSecret(null)} />}
    </Stack>
  );
}
