import { LRUCache } from 'lru-cache';
import type { SubgraphContext } from '#db/context.ts';
import { type Install, webhookSecretRow } from './entities.ts';

/** What an install's deliveries are signed with. */
export type Signer = Pick<Install, 'appId' | 'teamId' | 'webhookSecretSealed'>;

/** Secrets that were opened last, by vault and by what they are sealed as: a busy install's is not opened for each delivery. */
const OPENED = new WeakMap<SubgraphContext['vault'], LRUCache<string, string>>();

const MOST_OPENED = 1_000;

/** An install's webhook secret in plain text, for signing. */
export function openWebhookSecret({ vault }: Pick<SubgraphContext, 'vault'>, install: Signer): string {
  const opened = OPENED.get(vault) ?? new LRUCache({ max: MOST_OPENED });
  OPENED.set(vault, opened);
  const row = webhookSecretRow(install);
  const key = `${row} ${install.webhookSecretSealed}`;
  const secret = opened.get(key) ?? vault.open(install.webhookSecretSealed, row);
  opened.set(key, secret);
  return secret;
}
