import { allOf } from './all-of.ts';
import { found } from './apps.ts';
import { listVersions, releaseVersion } from './generated.ts';
import { throwRefusal } from './problems.ts';
import { route } from './route.ts';
import { Release, ReleaseVersion, VersionList } from './schemas.ts';

export const versions = [
  route({
    method: 'GET',
    path: '/apps/{slug}/versions',
    operationId: 'listVersions',
    summary: 'Versions of an own app, newest first.',
    answer: VersionList,
    handle: async ({ run, params: { slug = '' } }) => {
      const rows = await allOf(
        async (after) => found((await run(listVersions, { slug, after })).app, slug).versions,
      );
      return {
        data: rows.map(({ id, status, live, scopeEscalation, createdAt }) => ({
          id: Number(id),
          status,
          live,
          scope_escalation: scopeEscalation,
          created_at: createdAt,
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/release',
    operationId: 'releaseVersion',
    summary: 'Releases the latest draft, or the given version; an earlier approved one rolls back.',
    body: ReleaseVersion,
    answer: Release,
    handle: async ({ run, params: { slug = '' }, body }) => {
      const version = body.version == null ? null : String(body.version);
      const { appRelease: released } = await run(releaseVersion, { slug, version });
      throwRefusal(released.userErrors);
      const { id, status, live } = found(released.version, slug);
      return { version: Number(id), status, live };
    },
  }),
];
