import { allOf } from './all-of.ts';
import { found } from './apps.ts';
import { listVersionsDocument, releaseVersionDocument } from './generated.ts';
import { throwRefusal } from './problems.ts';
import { route } from './route.ts';
import { Release, ReleaseVersion, VersionList } from './schemas.ts';

export const versions = [
  route({
    method: 'GET',
    path: '/apps/{slug}/versions',
    operationId: 'listVersions',
    tag: 'Versions',
    summary: 'Versions of one of your apps, newest first.',
    description: "Every pushed version, with its status and whether it's live.",
    answer: VersionList,
    handle: async ({ run, params: { slug = '' } }) => {
      const rows = await allOf(
        async (after) => found((await run(listVersionsDocument, { slug, after })).app, slug).versions,
      );
      return {
        data: rows.map(({ number: id, status, live, scopeEscalation, createdAt }) => ({
          id,
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
    tag: 'Versions',
    summary:
      'Releases the latest draft, unless a newer version is in review or approved, or the given version; releasing an earlier approved one is a rollback.',
    description:
      'A private draft goes live immediately. A public draft goes to review and goes live as soon as an operator approves it; until then, the earlier version stays live.',
    problems: ['version_not_releasable', 'no_draft'],
    body: ReleaseVersion,
    answer: Release,
    handle: async ({ run, params: { slug = '' }, body }) => {
      const version = body.version == null ? null : String(body.version);
      const { appRelease: released } = await run(releaseVersionDocument, { slug, version });
      throwRefusal(released.userErrors);
      const { number, status, live } = found(released.version, slug);
      return { version: number, status, live };
    },
  }),
];
