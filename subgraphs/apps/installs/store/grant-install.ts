import { randomBytes } from 'node:crypto';
import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type Doer, recordTeamEvent } from '#db/team-events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import type { App } from '../../authoring/store/entities.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { publishToInstall } from '../../webhooks/store/publish-to-install.ts';
import { grantedBy, union } from '../domain/grants.ts';
import { announceInstalls } from './announce-installs.ts';
import { Install, webhookSecretRow } from './entities.ts';
import { issueRuntimeToken } from './runtime-tokens.ts';

/** The app on the team, and what it may do there. */
export interface Grant {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly teamId: number;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  /** Whether it is its developer's own install for local work. */
  readonly isDevInstall: boolean;
}

/** What an install gives the app: a fresh token, everything it now holds, and its webhook secret. */
export interface Granted {
  readonly token: string;
  readonly scopes: readonly string[];
  readonly webhookSecret: string;
}

/**
 * Installs an app with what was granted, in the caller's transaction, and records it as done by `doer`. Where it is installed
 * already the grants are merged, the webhook secret stays and earlier tokens stay valid
 * (docs/interface/oauth.md#reconnecting).
 */
export async function grantInstall(
  ctx: SubgraphContext,
  em: Transaction,
  grant: Grant,
  doer?: Doer,
): Promise<Granted> {
  return activate(ctx, em, { install: await lockedInstall(ctx, em, grant), grant, doer });
}

/** The same for an app that is not installed; null, and nothing changed, where it is. */
export async function grantFirstInstall(
  ctx: SubgraphContext,
  em: Transaction,
  grant: Grant,
): Promise<Granted | null> {
  const install = await lockedInstall(ctx, em, grant);
  return install.isActive ? null : activate(ctx, em, { install, grant });
}

async function activate(
  ctx: SubgraphContext,
  em: Transaction,
  {
    install,
    grant,
    doer,
  }: { readonly install: Install; readonly grant: Grant; readonly doer?: Doer | undefined },
): Promise<Granted> {
  const fresh = !install.isActive;
  const held = fresh ? { scopes: [], capabilities: [] } : install;
  if (fresh) {
    Object.assign(install, {
      isActive: true,
      isDevInstall: grant.isDevInstall,
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
  const event = { kind: 'app.installed', subject: grant.app.name, change: grantedBy(install) } as const;
  await recordTeamEvent(ctx, em, [install.teamId], event, doer);
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
  { app, teamId }: Grant,
): Promise<Install> {
  const on = { appId: app.id, teamId };
  await sql`
    INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities,
      webhook_secret_sealed, installed_at)
    VALUES (${on.appId}, ${on.teamId}, false, false, '{}', '{}', ${newWebhookSecret(ctx, on)}, ${ctx.clock.now()})
    ON CONFLICT (app_id, team_id) DO NOTHING`.execute(statements(em));
  return em.findOneOrFail(Install, on, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

function newWebhookSecret(ctx: SubgraphContext, on: Pick<Install, 'appId' | 'teamId'>): string {
  const plain = `${PREFIX.webhookSecret}${randomBytes(32).toString('base64')}`;
  return ctx.vault.seal(plain, webhookSecretRow(on));
}
