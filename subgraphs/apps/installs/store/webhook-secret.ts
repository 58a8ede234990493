import type { SubgraphContext } from '#db/context.ts';
import { type Install, webhookSecretRow } from './entities.ts';

/** Install fields for signing its deliveries. */
export type Signer = Pick<Install, 'appId' | 'teamId' | 'webhookSecretSealed'>;

/** Returns an install's webhook secret in plain text, for signing. */
export function openWebhookSecret(
  { vault, services }: Pick<SubgraphContext, 'vault' | 'services'>,
  install: Signer,
): string {
  const opened = services.apps.webhookSecrets;
  const row = webhookSecretRow(install);
  const key = `${row} ${install.webhookSecretSealed}`;
  const secret = opened.get(key) ?? vault.open(install.webhookSecretSealed, row);
  opened.set(key, secret);
  return secret;
}
