import { createHash } from 'node:crypto';
import type { SubgraphContext } from '#db/context.ts';
import type { Doer } from '#db/team-events.ts';
import { catchUpAfterCommit, inTransaction, type Transaction } from '#db/transaction.ts';
import { type Given, prepared } from '#db/typed.ts';
import { hashToken } from '#kit/secrets.ts';
import { MAX_SETTINGS_BYTES } from '#schema/limits.ts';
import { PREFIX } from '../../identity/domain/tokens.ts';
import { staysMember } from '../../identity/store/membership.ts';
import { tables } from '../../store/tables.ts';
import { judgeCode } from '../domain/authorization-code.ts';
import { firstProblem } from '../domain/oauth-checks.ts';
import { type DecidedValue, settingsPer, stillGood } from '../domain/settings.ts';
import type { HeldIds } from '../operations/team-holds.ts';
import { authenticateClient, type ClientCredentials } from '../queries/authenticate-client.ts';
import { findHeld } from '../queries/named-ids.ts';
import type { OauthClientRow } from '../queries/oauth.ts';
import { announceSettings } from '../steps/announce-settings.ts';
import { type Granted, grantInstall, grantStoreInstall } from '../steps/grant-install.ts';
import { openConsented } from '../store/consented-settings.ts';
import { runningManifest } from '../store/running-version.ts';
import {
  bytesAfter,
  deleteOfGone,
  keptSettings,
  OF_INSTALL,
  type SettingTarget,
  setValues,
  writeSettings,
} from '../store/settings.ts';

export interface Redemption extends ClientCredentials {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier?: string | null;
}

/** Reason why a token endpoint refuses, as an RFC 6749 section 5.2 code. */
export interface OauthProblem {
  readonly code: 'invalid_request' | 'invalid_client' | 'unauthorized_client' | 'invalid_grant';
  readonly message: string;
}

/** The app's grant, or why it was refused. */
export type Redeemed =
  | { readonly granted: Granted; readonly problem: null }
  | { readonly granted: null; readonly problem: OauthProblem };

const refused = (code: OauthProblem['code'], message: string): Redeemed => ({
  granted: null,
  problem: { code, message },
});

/**
 * Exchanges a code for its install. Checks what every step requires, then the code
 * (docs/interface/oauth.md#code). The code's row is locked, so that only one concurrent exchange gets the
 * token. An exchange more than 2 s later is reuse, which revokes the token. A code from the store replaces the
 * tokens of the install that it was issued for; it's the only kind that a paid app can exchange.
 */
export async function redeemCode(ctx: SubgraphContext, redemption: Redemption): Promise<Redeemed> {
  const client = await authenticateClient(ctx, redemption);
  const fromStore = client !== null && (await isFromStore(ctx, client, redemption.code));
  const problem = firstProblem('token', { parameters: null, client, fromStore });
  if (problem) return refused(problem.error, problem.message);
  if (!client) throw new Error("A missing client can't pass a check.");
  const { code: plain, redirectUri, codeVerifier } = redemption;
  const now = ctx.clock.now();
  const consented = await findConsented(ctx, client, hashToken(plain));
  return inTransaction(ctx, async (em) => {
    const [code = null] = await lockCode(em, { codeHash: hashToken(plain) });
    const verifierChallenge = codeVerifier ? s256(codeVerifier) : null;
    const verdict = judgeCode(code, { appId: client.appId, redirectUri, verifierChallenge, now });
    if (verdict.kind === 'reused' && code?.runtimeTokenHash) {
      const tokenHash = code.runtimeTokenHash;
      catchUpAfterCommit(em);
      await tables(em)
        .updateTable('runtime_tokens')
        .set({ revokedAt: now })
        .where('tokenHash', '=', tokenHash)
        .where('revokedAt', 'is', null)
        .execute();
    }
    if (verdict.kind !== 'redeem') return refused('invalid_grant', verdict.message);
    // Plans may have been saved since the check: the app's row stays locked, so that no install lacks a subscription.
    const [billed] = await lockBilling(em, { appId: client.appId });
    const isPaid = firstProblem('token', { parameters: null, client: { ...client, ...billed }, fromStore });
    if (isPaid) return refused(isPaid.error, isPaid.message);
    if (!code) throw new Error("A missing code can't be valid.");
    if (!(await staysMember(em, code))) {
      return refused('invalid_grant', 'The person who consented is no longer a member of the team.');
    }
    const { teamId, scopes, capabilities, accountId } = code;
    const grant = { app: client.app, teamId, scopes, capabilities, isDevInstall: !client.isLive };
    const doer = { accountId, installId: null, address: ctx.address ?? null };
    const { installId, installedAt } = code;
    const appName = client.app.name;
    const granted =
      installId != null && installedAt != null
        ? await grantStoreInstall(ctx, em, { codeId: code.id, installId, installedAt, appName }, doer)
        : await grantInstall(ctx, em, grant, doer);
    if (typeof granted === 'string') return refused('invalid_grant', granted);
    if (consented) await saveConsented(ctx, em, { granted, teamId, slug: client.app.slug, consented, doer });
    const runtimeTokenHash = hashToken(granted.token);
    await consumeCode(em, { id: code.id, consumedAt: ctx.clock.now(), runtimeTokenHash });
    return { granted, problem: null };
  });
}

/** True if the store issued this code to the client, even if the code is used or expired. */
async function isFromStore(
  ctx: SubgraphContext,
  { appId }: Pick<OauthClientRow, 'appId'>,
  code: string,
): Promise<boolean> {
  if (!code.startsWith(PREFIX.storeCode)) return false;
  const found = await readStoreCode(ctx, { codeHash: hashToken(code), appId });
  return found.length > 0;
}

interface Consented {
  readonly values: readonly DecidedValue[];
  readonly own: HeldIds;
  /** Deleted team objects with settings. */
  readonly gone: readonly SettingTarget[];
}

/**
 * Returns the settings that the host filled in for this client's code, with the team ids they can name; null for an app
 * without settings.
 */
async function findConsented(
  ctx: SubgraphContext,
  client: Pick<OauthClientRow, 'app' | 'appId'>,
  codeHash: string,
): Promise<Consented | null> {
  const [code] = await readSettings(ctx, { codeHash, appId: client.appId });
  if (!code) return null;
  const values = openConsented(ctx, codeHash, code.settingsSealed);
  const app = client.app.slug;
  const { named: own, gone } = await findHeld(ctx, {
    teamId: code.teamId,
    app,
    target: OF_INSTALL,
    values,
  });
  return { values, own, gone };
}

/**
 * Saves the host's settings that the currently running version accepts. Skips the rest: the install then
 * needs settings, as it does after any release that requires more.
 */
async function saveConsented(
  ctx: SubgraphContext,
  em: Transaction,
  {
    granted: { installId, isNew },
    teamId,
    slug,
    consented: { values, own, gone },
    doer,
  }: {
    readonly granted: Granted;
    readonly teamId: number;
    readonly slug: string;
    readonly consented: Consented;
    readonly doer: Doer;
  },
): Promise<void> {
  const manifest = await runningManifest(em, installId);
  const declared = settingsPer(manifest?.settings, 'install');
  const set = setValues(declared, await keptSettings(em, [installId], OF_INSTALL));
  const changes = stillGood(declared, { set, given: values, own });
  if (changes.size === 0) return;
  await deleteOfGone(em, installId, gone);
  if ((await bytesAfter(em, installId, OF_INSTALL, changes)) > MAX_SETTINGS_BYTES) return;
  await writeSettings(ctx, em, { installId, target: OF_INSTALL, declared, changes });
  if (isNew) return; // The app reads them when it's notified of its installation.
  const changed = { target: OF_INSTALL, keys: [...changes.keys()], slug, settings: manifest?.settings };
  await announceSettings(ctx, em, { install: { id: installId, teamId }, ...changed }, doer);
}

/** Returns a verifier's PKCE challenge (RFC 7636 section 4.2, S256). */
const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const lockBilling = prepared(tables, (db, { appId }: Given<{ readonly appId: number }>) =>
  db.selectFrom('apps').select('billing').where('id', '=', appId).forShare(),
);

const lockCode = prepared(tables, (db, given: Given<{ readonly codeHash: string }>) =>
  db
    .selectFrom('authorization_codes')
    .select(['id', 'appId', 'teamId', 'accountId', 'redirectUri', 'scopes', 'capabilities', 'codeChallenge'])
    .select(['expiresAt', 'consumedAt', 'runtimeTokenHash', 'installId', 'installedAt'])
    .where('codeHash', '=', given.codeHash)
    .forUpdate(),
);

const readStoreCode = prepared(
  tables,
  (db, { codeHash, appId }: Given<{ readonly codeHash: string; readonly appId: number }>) =>
    db
      .selectFrom('authorization_codes')
      .select('id')
      .where('codeHash', '=', codeHash)
      .where('appId', '=', appId)
      .where('installId', 'is not', null),
);

const readSettings = prepared(
  tables,
  (db, { codeHash, appId }: Given<{ readonly codeHash: string; readonly appId: number }>) =>
    db
      .selectFrom('authorization_codes')
      .select(['teamId', 'settingsSealed'])
      .where('codeHash', '=', codeHash)
      .where('appId', '=', appId)
      .where('settingsSealed', 'is not', null),
);

interface Consumed {
  readonly id: number;
  readonly consumedAt: Date;
  readonly runtimeTokenHash: string;
}

const consumeCode = prepared(tables, (db, { id, consumedAt, runtimeTokenHash }: Given<Consumed>) =>
  db
    .updateTable('authorization_codes')
    .set({ consumedAt, runtimeTokenHash, settingsSealed: null })
    .where('id', '=', id),
);
