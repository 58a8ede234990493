import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { changesOf, type VersionChange } from '../domain/version-changes.ts';
import { App, AppVersion } from '../store/entities.ts';

/** Returns the differences between a version and its app's current live version; empty for the live version. */
export const findVersionChanges = async (
  ctx: SubgraphContext,
  versionId: number,
): Promise<readonly VersionChange[]> => (await changesByVersion(ctx, versionId)) ?? [];

const changesByVersion = batch<number, readonly VersionChange[]>(async (ctx, ids) => {
  const em = reader(ctx);
  const versions = await em.find(AppVersion, { id: { $in: [...ids] } });
  const apps = await em.find(App, { id: { $in: versions.map(({ appId }) => appId) } });
  const live = await em.find(AppVersion, {
    id: { $in: apps.flatMap(({ liveVersionId }) => liveVersionId ?? []) },
  });
  const liveOf = new Map(live.map(({ appId, manifest }) => [appId, manifest]));
  return new Map(
    versions.map(({ id, appId, manifest }) => [id, changesOf(liveOf.get(appId) ?? null, manifest)]),
  );
});
