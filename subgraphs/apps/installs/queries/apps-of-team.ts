import { batch } from '#db/batch.ts';
import type { SubgraphContext } from '#db/context.ts';
import { reader } from '#db/transaction.ts';
import { App } from '../../authoring/store/entities.ts';
import { Install } from '../store/entities.ts';

/** An app installed on a team, as shown to operators. */
export interface TeamAppRow {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly isDevInstall: boolean;
  readonly installedAt: Date;
}

/** Maximum number of a team's installs shown to operators. */
const MOST_SHOWN = 100;

/** Returns apps installed on a team, newest first. */
export const findAppsOfTeam = async (ctx: SubgraphContext, teamId: number): Promise<readonly TeamAppRow[]> =>
  ((await appsByTeam(ctx, teamId)) ?? []).slice(0, MOST_SHOWN);

const appsByTeam = batch<number, readonly TeamAppRow[]>(async (ctx, teamIds) => {
  const em = reader(ctx);
  const installs = await em.find(
    Install,
    { teamId: { $in: [...teamIds] }, isActive: true },
    {
      fields: ['id', 'appId', 'teamId', 'isDevInstall', 'installedAt'],
      orderBy: { installedAt: 'desc', id: 'desc' },
      limit: MOST_SHOWN * teamIds.length,
    },
  );
  const apps = await em.find(
    App,
    { id: { $in: installs.map(({ appId }) => appId) } },
    { fields: ['slug', 'name'] },
  );
  const byId = new Map(apps.map((app) => [app.id, app]));
  const rows = installs.flatMap(({ id, appId, teamId, isDevInstall, installedAt }) => {
    const app = byId.get(appId);
    return app ? [{ id, teamId, slug: app.slug, name: app.name, isDevInstall, installedAt }] : [];
  });
  return Map.groupBy(rows, ({ teamId }) => teamId);
});
