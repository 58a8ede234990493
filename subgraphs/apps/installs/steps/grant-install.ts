import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { type Doer, recordTeamEvent } from '#db/team-events.ts';
import { statements, type Transaction } from '#db/transaction.ts';
import { type Given, prepared } from '#db/typed.ts';
import type { App } from '../../authoring/store/entities.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { tables } from '../../store/tables.ts';
import { grantedBy, union } from '../domain/grants.ts';
import { type Install, webhookSecretRow } from '../store/entities.ts';
import { issueRuntimeToken } from '../store/runtime-tokens.ts';
import { markUndeclaredSettings } from '../store/settings.ts';
import { announceInstalls, mayAddTaskTypes } from './announce-installs.ts';
import { revokeTokens } from './revoke-tokens.ts';

/** An app on a team, with its permissions there. */
export interface Grant {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly teamId: number;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  /** True for a developer's own install for local work. */
  readonly isDevInstall: boolean;
}

/** An install's grant to its app: a new token, all current permissions, and the webhook secret. */
export interface Granted {
  readonly installId: number;
  /** True if it wasn't installed before. */
  readonly isNew: boolean;
  readonly token: string;
  readonly scopes: readonly string[];
  readonly webhookSecret: string;
}

/**
 * Installs an app with the grant, in the caller's transaction, and records `doer` as the actor. If it's
 * already installed, merges the grants and keeps the webhook secret, and earlier tokens stay valid
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

/** The install that a code from the store belongs to. */
export interface StoreGrant {
  readonly codeId: number;
  readonly installId: number;
  readonly installedAt: Date;
  readonly appName: string;
}

/**
 * Replaces an install's tokens with a new one, in the caller's transaction, and returns it with the install's
 * current permissions and its webhook secret. Returns why not if the app has been uninstalled since, even if it
 * was installed again, or if a newer code was issued.
 */
export async function grantStoreInstall(
  ctx: SubgraphContext,
  em: Transaction,
  { codeId, installId, installedAt, appName }: StoreGrant,
  doer: Doer,
): Promise<Granted | string> {
  const [install] = await lockInstallById(em, { id: installId });
  if (!install?.isActive || install.installedAt.getTime() !== installedAt.getTime()) {
    return 'The app was uninstalled after the code was issued.';
  }
  // Codes are only issued while their install is locked. Ending the earlier ones as they're replaced would lock
  // codes after the install, and an exchange locks them in the other order.
  if ((await readNewerCode(em, { codeId, installId })).length > 0) {
    return 'The host connected the app again after the code was issued.';
  }
  await revokeTokens(ctx, em, installId);
  const { teamId, scopes, webhookSecretSealed } = install;
  await recordTeamEvent(ctx, em, [teamId], { kind: 'app.connected', subject: appName }, doer);
  return {
    installId,
    isNew: false,
    token: await issueRuntimeToken(ctx, em, installId),
    scopes,
    webhookSecret: ctx.vault.open(webhookSecretSealed, webhookSecretRow(install)),
  };
}

/** Installs an app; returns null without a change if it's already installed. */
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
  }: { readonly install: Held; readonly grant: Grant; readonly doer?: Doer | undefined },
): Promise<Granted> {
  const { id, teamId } = install;
  const fresh = !install.isActive;
  const held = fresh ? { scopes: [], capabilities: [] } : install;
  const scopes = [...union(held.scopes, grant.scopes)];
  const capabilities = [...union(held.capabilities, grant.capabilities)];
  const grew = scopes.length > held.scopes.length;
  const webhookSecretSealed = fresh ? newWebhookSecret(ctx, install) : install.webhookSecretSealed;
  if (fresh) await keepPastInstall(em, id);
  if (fresh || grew || capabilities.length > held.capabilities.length) {
    const begun = {
      isActive: true,
      isDevInstall: grant.isDevInstall,
      installedAt: ctx.clock.now(),
      uninstalledAt: null,
      forwardUntil: null,
      webhookSecretSealed,
    };
    await tables(em)
      .updateTable('installs')
      .set({ scopes, capabilities, ...(fresh && begun) })
      .where('id', '=', id)
      .execute();
  }
  if (fresh) await markUndeclaredSettings(ctx, em, { installId: id });
  if (fresh || mayAddTaskTypes({ ...install, capabilities })) {
    await announceInstalls(ctx, em, { installId: id, seen: true, isNew: fresh });
  }
  const { publishToInstall } = ctx.services.apps.hooks;
  if (fresh) await publishToInstall(ctx, em, id, 'app.installed');
  else if (grew) await publishToInstall(ctx, em, id, 'app.scopes_changed');
  const change = grantedBy({ scopes, capabilities });
  const event = { kind: 'app.installed', subject: grant.app.name, change } as const;
  await recordTeamEvent(ctx, em, [teamId], event, doer);
  return {
    installId: id,
    isNew: fresh,
    token: await issueRuntimeToken(ctx, em, id),
    scopes,
    webhookSecret: ctx.vault.open(webhookSecretSealed, webhookSecretRow(install)),
  };
}

type On = Pick<Install, 'appId' | 'teamId'>;
type Held = Awaited<ReturnType<typeof lockInstall>>[number];

const lockInstall = prepared(tables, (db, { appId, teamId }: Given<On>) =>
  db
    .selectFrom('installs')
    .select(['id', 'appId', 'teamId', 'isActive', 'scopes', 'capabilities', 'webhookSecretSealed'])
    .select('taskTypesVersion')
    .where('appId', '=', appId)
    .where('teamId', '=', teamId)
    .forUpdate(),
);

const lockInstallById = prepared(tables, (db, { id }: Given<{ readonly id: number }>) =>
  db
    .selectFrom('installs')
    .select(['appId', 'teamId', 'isActive', 'installedAt', 'scopes', 'webhookSecretSealed'])
    .where('id', '=', id)
    .forUpdate(),
);

const readNewerCode = prepared(
  tables,
  (db, { codeId, installId }: Given<{ readonly codeId: number; readonly installId: number }>) =>
    db
      .selectFrom('authorization_codes')
      .select('id')
      .where('id', '>', codeId)
      .where('installId', '=', installId)
      .limit(1),
);

/**
 * Returns the locked row for an app on a team; if it's missing, creates an empty, inactive one, so that
 * concurrent installs share one row.
 */
async function lockedInstall(ctx: SubgraphContext, em: Transaction, { app, teamId }: Grant): Promise<Held> {
  const on = { appId: app.id, teamId };
  const [known] = await lockInstall(em, on);
  if (known) return known;
  await sql`
    INSERT INTO apps.installs (app_id, team_id, is_active, is_dev_install, scopes, capabilities,
      webhook_secret_sealed, installed_at)
    VALUES (${on.appId}, ${on.teamId}, false, false, '{}', '{}', ${newWebhookSecret(ctx, on)}, ${ctx.clock.now()})
    ON CONFLICT (app_id, team_id) DO NOTHING`.execute(statements(em));
  const [made] = await lockInstall(em, on);
  if (!made) throw new Error('A newly created install is missing.');
  return made;
}

function newWebhookSecret(ctx: SubgraphContext, on: On): string {
  const plain = `${PREFIX.webhookSecret}${randomBytes(32).toString('base64')}`;
  return ctx.vault.seal(plain, webhookSecretRow(on));
}

/** Keeps the times of an install's previous use, which the next update overwrites; none before the first. */
async function keepPastInstall(em: Transaction, id: number): Promise<void> {
  await sql`
    INSERT INTO apps.past_installs (app_id, installed_at, uninstalled_at)
    SELECT app_id, installed_at, uninstalled_at FROM apps.installs
    WHERE id = ${id} AND uninstalled_at IS NOT NULL`.execute(statements(em));
}
