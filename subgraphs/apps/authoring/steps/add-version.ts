import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Documents } from '#kit/registered-documents.ts';
import type { Manifest } from '#manifest/manifest.ts';
import { operatorOfToken } from '../../identity/steps/operator-of-token.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { decideRelease, escalates } from '../domain/versions.ts';
import { App, AppVersion } from '../store/entities.ts';

interface NewVersion {
  readonly appId: number;
  readonly manifest: Manifest;
  readonly documents: Documents;
  readonly release: boolean;
}

const lockApp = (em: Transaction, id: number) =>
  em.findOneOrFail(App, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });

const findNewest = (em: Transaction, appId: number) =>
  em.findOne(AppVersion, { appId }, { orderBy: { number: 'desc' } });

/**
 * Returns the newest version if it has this exact manifest and these documents and can still go live, after
 * releasing it if requested; null otherwise. Runs in the caller's transaction.
 */
export async function releaseSame(
  ctx: SubgraphContext,
  em: Transaction,
  { appId, manifest, documents, release }: NewVersion,
): Promise<AppVersion | null> {
  const app = await lockApp(em, appId);
  const newest = await findNewest(em, appId);
  if (!newest || !isSame(newest.manifest, manifest)) return null;
  await em.populate(newest, ['documents']);
  if (!isDeepStrictEqual(newest.documents, storedForm(documents))) return null;
  if (decideRelease(newest.status, app.distribution).kind === 'refuse') return null;
  if (release && app.liveVersionId !== newest.id) await applyRelease(ctx, em, app, newest);
  return newest;
}

/** Returns documents as stored: null for none. */
const storedForm = (documents: Documents): Documents | null =>
  Object.keys(documents).length === 0 ? null : documents;

/** True if two manifests are equal as JSON, since the stored one was parsed from JSON. */
const isSame = (stored: Manifest, given: Manifest): boolean =>
  isDeepStrictEqual(stored, JSON.parse(JSON.stringify(given)));

/** Adds a version to an app in the caller's transaction, and releases it if requested. */
export async function addVersion(
  ctx: SubgraphContext,
  em: Transaction,
  { appId, manifest, documents, release }: NewVersion,
): Promise<AppVersion> {
  const app = await lockApp(em, appId);
  const newest = await findNewest(em, appId);
  const version = em.create(AppVersion, {
    appId,
    number: (newest?.number ?? 0) + 1,
    manifest,
    documents: storedForm(documents),
    status: 'draft',
    scopeEscalation: escalates(manifest, await liveManifest(em, app)),
    createdAt: ctx.clock.now(),
  });
  await em.flush();
  if (release) await applyRelease(ctx, em, app, version);
  // Development installs run the newest version. After a release, all installs have just been updated.
  if (app.liveVersionId !== version.id) await ctx.services.apps.hooks.updateInstalls(ctx, em, { appId });
  return version;
}

/**
 * Releases a version of a locked app in the caller's transaction: it goes live, or is submitted for review
 * and replaces any earlier submission. What an operator's own token submits goes live immediately. Returns null if done, otherwise a sentence with the reason
 * (docs/interface/apps.md#versions).
 */
export async function applyRelease(
  ctx: SubgraphContext,
  em: Transaction,
  app: App,
  version: AppVersion,
): Promise<string | null> {
  const decision = decideRelease(version.status, app.distribution);
  if (decision.kind === 'refuse') return decision.message;
  if (decision.kind === 'go_live') await goLive(ctx, em, app, version);
  if (decision.kind !== 'submit') return null;
  const operator = await operatorOfToken(ctx, em);
  if (operator !== null) {
    await withdrawSubmissions(em, app);
    version.reviewedBy = operator;
    await ctx.services.apps.hooks.publishReviewed(ctx, em, app, { operator, revision: null });
    await goLive(ctx, em, app, version);
    await recordForTeamsOf(ctx, em, app.accountId, { kind: 'app_version.approved', subject: app.name });
  } else if (version.status === 'draft') {
    await withdrawSubmissions(em, app);
    version.status = 'in_review';
    version.submittedAt = ctx.clock.now();
    await ctx.services.apps.hooks.submitFirstListing(ctx, em, app);
  }
  return null;
}

const withdrawSubmissions = (em: Transaction, app: App) =>
  em.nativeUpdate(AppVersion, { appId: app.id, status: 'in_review' }, { status: 'withdrawn' });

/** Makes a version of a locked app live. */
export async function goLive(
  ctx: SubgraphContext,
  em: Transaction,
  app: App,
  version: AppVersion,
): Promise<void> {
  if (app.liveVersionId !== version.id) {
    version.scopeEscalation = escalates(version.manifest, await liveManifest(em, app));
  }
  version.status = 'approved';
  version.releasedAt = ctx.clock.now();
  app.liveVersionId = version.id;
  app.name = version.manifest.name ?? app.name;
  await ctx.services.apps.hooks.updateInstalls(ctx, em, { appId: app.id });
}

async function liveManifest(em: Transaction, app: App): Promise<Manifest | null> {
  if (app.liveVersionId == null) return null;
  return (await em.findOneOrFail(AppVersion, { id: app.liveVersionId })).manifest;
}
