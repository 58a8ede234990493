import { LockMode } from '@mikro-orm/core';
import type { IslandContext } from '#db/context.ts';
import type { NewTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { isTextWithin } from '#kit/text.ts';
import { idOfVersion, parseVersionId } from '../domain/version-id.ts';
import { App, AppVersion } from '../entities/apps.ts';
import { NONE, type Refused, refuse } from '../refusals.ts';
import { operatorId } from '../viewers.ts';
import { goLive } from './add-version.ts';
import { recordForTeamsOf } from './record-for-teams.ts';

/** A reviewed version, or why it was not. */
export type Reviewed = Refused & { readonly versionId?: number };

/** Approves a version in review; it goes live, which its developer asked for by releasing it. For operators. */
export async function approveVersion(ctx: IslandContext, id: string): Promise<Reviewed> {
  return review(ctx, id, { kind: 'app_version.approved' }, (em, app, version) =>
    goLive(ctx, em, app, version),
  );
}

/** Rejects a version in review, with a reason the developer sees. For operators. */
export async function rejectVersion(ctx: IslandContext, id: string, reason: string): Promise<Reviewed> {
  operatorId(ctx);
  if (!isTextWithin(reason, 2_000)) {
    return refuse('INVALID', 'A reason has 1 to 2,000 characters, none of them U+0000.', ['reason']);
  }
  const event = { kind: 'app_version.rejected', change: reason.trim() } as const;
  return review(ctx, id, event, async (_em, _app, version) => {
    version.status = 'rejected';
    version.rejectionReason = reason.trim();
  });
}

async function review(
  ctx: IslandContext,
  id: string,
  event: NewTeamEvent,
  decide: (em: Transaction, app: App, version: AppVersion) => Promise<void>,
): Promise<Reviewed> {
  const reviewer = operatorId(ctx);
  return inTransaction(ctx, async (em) => {
    const found = await findNamed(em, id);
    if ('userErrors' in found) return found;
    const app = await em.findOneOrFail(App, { id: found.appId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const version = await em.refreshOrFail(found);
    if (version.status !== 'in_review') {
      return refuse('NOT_IN_REVIEW', `Version ${id} is ${version.status}, not in review.`, ['id']);
    }
    version.reviewedBy = reviewer;
    await decide(em, app, version);
    await recordForTeamsOf(ctx, em, app.accountId, { ...event, subject: app.name });
    return { versionId: version.id, userErrors: NONE };
  });
}

/** The version that an id names: `slug@number`, or a number alone while exactly one version in review has it. */
async function findNamed(em: Transaction, id: string): Promise<AppVersion | Refused> {
  const named = parseVersionId(id);
  if (!named) return refuse('NOT_FOUND', `There is no version ${id}: an id is like "my-app@3".`, ['id']);
  const { slug, number } = named;
  if (slug !== null) {
    const app = await em.findOne(App, { slug });
    const version = app && (await em.findOne(AppVersion, { appId: app.id, number }));
    return version ?? refuse('NOT_FOUND', `There is no version ${id}.`, ['id']);
  }
  const [only, ...others] = await em.find(
    AppVersion,
    { number, status: 'in_review' },
    { orderBy: { id: 'asc' } },
  );
  if (!only) return refuse('NOT_IN_REVIEW', `No version ${number} of any app is in review.`, ['id']);
  if (others.length === 0) return only;
  const { slug: example } = await em.findOneOrFail(App, { id: only.appId });
  const message = `Several apps have a version ${number} in review: name one of them, like "${idOfVersion(example, number)}".`;
  return refuse('AMBIGUOUS_VERSION', message, ['id']);
}
