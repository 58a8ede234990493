import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { publishToInstall } from '../../webhooks/store/publish-to-install.ts';
import { union } from '../domain/grants.ts';
import { announceInstalls } from './announce-installs.ts';
import { Install, webhookSecretRow } from './entities.ts';
import { issueRuntimeToken } from './runtime-tokens.ts';

export interface Grant {
  readonly appId: number;
  readonly teamId: number;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
}

/** What an install gives the app: a fresh token, everything it now holds, and its webhook secret. */
export interface Granted {
  readonly token: string;
  readonly scopes: readonly string[];
  readonly webhookSecret: string;
}

/**
 * Installs an app with what a host consented to, in the caller's transaction. Where it is installed already the grants are
 * merged, the webhook secret stays and earlier tokens stay valid (docs/interface/oauth.md#reconnecting).
 */
export async function grantInstall(ctx: SubgraphContext, em: Transaction, grant: Grant): Promise<Granted> {
  const install = await lockedInstall(ctx, em, grant);
  const fresh = !install.isActive;
  const held = fresh ? { scopes: [], capabilities: [] } : install;
  if (fresh) {
    Object.assign(install, {
      isActive: true,
      isDevInstall: false,
      installedAt: ctx.clock.now(),
      uninstalledAt: null,
      forwardUntil: null,
      webhookSecretSealed: newWebhookSecret(ctx, install),
    });
  }
  const scopes = [...union(held.scopes, grant.scopes)];
  const grew = scopes.length > held.scopes.length;
  install.scopes = scopes;
  install.capabilities = [...union(held.capabilities, grant.capabilities)];
  await announceInstalls(ctx, em, { installId: install.id, seen: true });
  if (fresh) await publishToInstall(ctx, em, install.id, 'app.installed');
  else if (grew) await publishToInstall(ctx, em, install.id, 'app.scopes_changed');
  return {
    token: await issueRuntimeToken(ctx, em, install.id),
    scopes,
    webhookSecret: ctx.vault.open(install.webhookSecretSealed, webhookSecretRow(install)),
  };
}

/** The row of an app on a team, locked; made inactive and empty where there was none, so that two at once share one. */
async function lockedInstall(
  ctx: SubgraphContext,
  em: Transaction,
  on: Pick<Grant, 'appId' | 'teamId'>,
): Promise<Install> {
  await sql`
    INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities,
      webhook_secret_sealed, installed_at)
    VALUES (${on.appId}, ${on.teamId}, false, false, '{}', '{}', ${newWebhookSecret(ctx, on)}, ${ctx.clock.now()})
    ON CONFLICT (app_id, team_id) DO NOTHING`.execute(statements(em));
  return em.findOneOrFail(
    Install,
    { appId: on.appId, teamId: on.teamId },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
}

function newWebhookSecret(ctx: SubgraphContext, on: Pick<Grant, 'appId' | 'teamId'>): string {
  const plain = `${PREFIX.webhookSecret}${randomBytes(32).toString('base64')}`;
  return ctx.vault.seal(plain, webhookSecretRow(on));
}
