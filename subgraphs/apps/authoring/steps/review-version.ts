import { LockMode } from '@mikro-orm/core';
import type { SubgraphContext } from '#db/context.ts';
import type { NewTeamEvent } from '#db/team-events.ts';
import { inTransaction, type Transaction } from '#db/transaction.ts';
import { operatorId } from '#kit/operator.ts';
import { NONE, type Refused, refuse } from '../../errors.ts';
import { recordForTeamsOf } from '../../identity/steps/record-for-teams.ts';
import { idOfVersion, parseVersionId } from '../domain/version-id.ts';
import { App, AppVersion } from '../store/entities.ts';

/** A reviewed version, or why it wasn't reviewed. */
export type Reviewed = Refused & { readonly versionId?: number };

/**
 * Decides on the version in review with this `id`, in one transaction, and adds `event` to the audit trails
 * of its developer's teams unless `decide` refuses. For operators.
 */
export async function review(
  ctx: SubgraphContext,
  id: string,
  event: NewTeamEvent,
  decide: (em: Transaction, app: App, version: AppVersion) => Promise<Refused | null>,
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
    const refused = await decide(em, app, version);
    if (refused) return refused;
    version.reviewedBy = reviewer;
    await recordForTeamsOf(ctx, em, app.accountId, { ...event, subject: app.name });
    return { versionId: version.id, userErrors: NONE };
  });
}

/** Finds a version by id: `slug@number`, or just a number if exactly one version in review has it. */
export async function findNamed(em: Transaction, id: string): Promise<AppVersion | Refused> {
  const named = parseVersionId(id);
  if (!named) return refuse('NOT_FOUND', `There is no version ${id}. Ids look like "my-app@3".`, ['id']);
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
  if (!only) return refuse('NOT_IN_REVIEW', `No app has a version ${number} in review.`, ['id']);
  if (others.length === 0) return only;
  const { slug: example } = await em.findOneOrFail(App, { id: only.appId });
  const message = `Several apps have a version ${number} in review. Use the full id, like "${idOfVersion(example, number)}".`;
  return refuse('AMBIGUOUS_VERSION', message, ['id']);
}
