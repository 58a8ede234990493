import { setTimeout as sleep } from 'node:timers/promises';
import { allOf } from './all-of.ts';
import { found } from './apps.ts';
import {
  getThemeDocument,
  getThemeListingDocument,
  listThemesDocument,
  listThemeVersionsDocument,
  ownThemeCopyDocument,
  pullThemeDocument,
  pushThemeDocument,
  releaseThemeDocument,
  saveThemeListingDocument,
  setThemeCopyDocument,
  type ThemeSummaryFragment,
  validateThemeDocument,
} from './generated.ts';
import { PutThemeListing, ThemeListing } from './listing-schemas.ts';
import { throwListingRefusal, toPlan, toPlanInput } from './listings.ts';
import { problem, throwRefusal } from './problems.ts';
import { route } from './route.ts';
import { Release, ReleaseVersion } from './schemas.ts';
import {
  CopyChangesQuery,
  CopyQuery,
  PulledTheme,
  PullThemeQuery,
  PushedTheme,
  PushThemeQuery,
  ThemeCopy,
  ThemeCopyVersion,
  ThemeList,
  ThemeSummary,
  ThemeValidation,
  ThemeVersionList,
  ThemeZip,
} from './theme-schemas.ts';

/** Pause in milliseconds between looks for a change. */
const LOOK_AGAIN_MS = 500;

export const themes = [
  route({
    method: 'GET',
    path: '/themes',
    operationId: 'listThemes',
    tag: 'Themes',
    summary: 'Themes the account develops.',
    description: 'Oldest first.',
    answer: ThemeList,
    handle: async ({ run }) => {
      const rows = await allOf(async (after) => (await run(listThemesDocument, { after })).ownThemes);
      return { data: rows.map(toSummary) };
    },
  }),
  route({
    method: 'POST',
    path: '/themes/validate',
    operationId: 'validateTheme',
    tag: 'Themes',
    summary: 'Validates a theme. Returns 200 for any zip.',
    description: 'Validates the package like a push, without changing anything.',
    body: ThemeZip,
    takesZip: true,
    answer: ThemeValidation,
    handle: async ({ run, body }) => {
      const { themeIssues: issues } = await run(validateThemeDocument, { zip: body });
      return {
        valid: issues.length === 0,
        errors: issues.map(inWords),
        issues: issues.map(({ file, line, code, message }) => ({ file, line: line ?? null, code, message })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/themes',
    operationId: 'pushTheme',
    tag: 'Themes',
    summary: 'Creates a theme with its first version, or pushes a version to your theme with that slug.',
    description:
      'The slug is in the package’s theme.toml. A package equal to the newest version’s creates no version: the response is 200 with `unchanged`, and the version is released if requested. A theme’s distribution never changes.',
    problems: ['slug_taken', 'theme_invalid', 'setting_type_changed'],
    body: ThemeZip,
    takesZip: true,
    query: PushThemeQuery,
    status: 201,
    created: ({ unchanged }) => unchanged !== true,
    answer: PushedTheme,
    handle: async ({ run, body, query }) => {
      const { themePush: pushed } = await run(pushThemeDocument, { zip: body, release: query.release });
      throwRefusal(pushed.userErrors);
      if (!pushed.theme || !pushed.version) throw themeInvalid(pushed.issues);
      return {
        ...toSummary(pushed.theme),
        version: pushed.version.number,
        label: pushed.version.label,
        ...(pushed.unchanged ? { unchanged: true as const } : {}),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/themes/{slug}',
    operationId: 'getTheme',
    tag: 'Themes',
    summary: 'One of your themes.',
    description: 'Its status and its live version.',
    answer: ThemeSummary,
    handle: async ({ run, params: { slug = '' } }) =>
      toSummary(found((await run(getThemeDocument, { slug })).ownTheme, slug)),
  }),
  route({
    method: 'GET',
    path: '/themes/{slug}/versions',
    operationId: 'listThemeVersions',
    tag: 'Themes',
    summary: 'Versions of one of your themes, newest first.',
    description: "Every pushed version, with its status and whether it's live.",
    answer: ThemeVersionList,
    handle: async ({ run, params: { slug = '' } }) => {
      const rows = await allOf(
        async (after) =>
          found((await run(listThemeVersionsDocument, { slug, after })).ownTheme, slug).versions,
      );
      return {
        data: rows.map(({ number: id, label, status, live, createdAt, rejectionReason }) => ({
          id,
          label,
          status,
          live,
          created_at: createdAt,
          rejection_reason: rejectionReason ?? null,
        })),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/themes/{slug}/package',
    operationId: 'pullTheme',
    tag: 'Themes',
    summary: 'The files of one of your themes.',
    description: 'They come from the given version, or from the newest.',
    query: PullThemeQuery,
    answer: PulledTheme,
    handle: async ({ run, params: { slug = '' }, query }) => {
      const version = query.version === undefined ? null : String(query.version);
      const { number, label, files } = found(
        (await run(pullThemeDocument, { slug, version })).ownThemePackage,
        slug,
      );
      return { version: number, label, files: files.map(({ path, content }) => ({ path, content })) };
    },
  }),
  route({
    method: 'PUT',
    path: '/themes/{slug}/dev',
    operationId: 'setThemeCopy',
    tag: 'Themes',
    summary: 'Sets the development copy of a theme on one of the team’s storefronts.',
    description:
      'Only the browser that opens `preview_url` sees the copy, on every page and with the settings’ defaults. The address is valid for a day, and its pages reload when the copy changes. No pushed version is needed.',
    problems: ['theme_invalid'],
    team: true,
    body: ThemeZip,
    takesZip: true,
    query: CopyQuery,
    answer: ThemeCopy,
    handle: async ({ run, params: { slug = '' }, team, body, query: { storefront }, origin }) => {
      const given = { slug, team, storefront, zip: body };
      const { copy, issues, userErrors } = (await run(setThemeCopyDocument, given)).themeCopySet;
      throwRefusal(userErrors);
      if (!copy) throw themeInvalid(issues);
      const { protocol, port } = new URL(origin);
      const site = new URL(`/theme-preview?preview=${copy.token}`, `${protocol}//${copy.domain}`);
      site.port = port;
      return { preview_url: site.href, expires_at: copy.expiresAt, version: copy.version };
    },
  }),
  route({
    method: 'GET',
    path: '/themes/{slug}/dev/changes',
    operationId: 'watchThemeCopy',
    tag: 'Themes',
    summary: 'Waits for a change of your development copy.',
    description: 'Returns as soon as its version is above `after`, or after `wait` seconds.',
    bucket: 'polls',
    query: CopyChangesQuery,
    answer: ThemeCopyVersion,
    handle: async ({ run, params: { slug = '' }, query: { storefront, after, wait }, gone }) => {
      const look = async () =>
        found((await run(ownThemeCopyDocument, { slug, storefront })).ownThemeCopy, slug);
      const lastLook = Date.now() + wait * 1_000;
      let { version } = await look();
      while (version <= after && Date.now() < lastLook && !gone()) {
        await sleep(LOOK_AGAIN_MS);
        if (!gone()) version = (await look()).version;
      }
      return { version, changed: version > after };
    },
  }),
  route({
    method: 'GET',
    path: '/themes/{slug}/listing',
    operationId: 'getThemeListing',
    tag: 'Themes',
    summary: 'Plans of one of your themes.',
    description: 'Each plan in its newest version, including plans that can no longer be chosen.',
    answer: ThemeListing,
    handle: async ({ run, params: { slug = '' } }) => {
      const { plans } = found((await run(getThemeListingDocument, { slug })).ownTheme, slug);
      return { plans: plans.map(toPlan) };
    },
  }),
  route({
    method: 'PUT',
    path: '/themes/{slug}/listing',
    operationId: 'putThemeListing',
    tag: 'Themes',
    summary: 'Replaces the plans of one of your themes.',
    description:
      'The same rules as for an app’s plans apply, except that a theme can’t charge for usage. They apply immediately, without review. A plan that’s left out can no longer be chosen.',
    problems: ['listing_invalid'],
    body: PutThemeListing,
    answer: ThemeListing,
    handle: async ({ run, params: { slug = '' }, body: { plans } }) => {
      const given = { slug, plans: plans.map(toPlanInput) };
      const { themePlansSet: saved } = await run(saveThemeListingDocument, given);
      throwListingRefusal(saved.userErrors);
      return { plans: found(saved.theme, slug).plans.map(toPlan) };
    },
  }),
  route({
    method: 'POST',
    path: '/themes/{slug}/release',
    operationId: 'releaseTheme',
    tag: 'Themes',
    summary:
      'Releases the latest draft, unless a newer version is in review or approved, or the given version; releasing an earlier approved one is a rollback.',
    description:
      'A private draft goes live immediately. A public draft goes to review and goes live as soon as an operator approves it. Storefronts that use the theme receive a live version as a draft.',
    problems: ['version_not_releasable', 'no_draft'],
    body: ReleaseVersion,
    answer: Release,
    handle: async ({ run, params: { slug = '' }, body }) => {
      const version = body.version == null ? null : String(body.version);
      const { themeRelease: released } = await run(releaseThemeDocument, { slug, version });
      throwRefusal(released.userErrors);
      const { number, status, live } = found(released.version, slug);
      return { version: number, status, live };
    },
  }),
];

const toSummary = ({ slug, name, distribution, status, liveVersion }: ThemeSummaryFragment) => ({
  slug,
  name,
  distribution,
  status,
  live_version: liveVersion == null ? null : Number(liveVersion),
});

interface Issue {
  readonly file: string;
  readonly line?: number | null;
  readonly message: string;
}

/** Prefixes a message with its place, as compilers do. */
const inWords = ({ file, line, message }: Issue): string =>
  file === '' ? message : `${file}${line == null ? '' : `:${line}`}: ${message}`;

function themeInvalid(issues: readonly Issue[]) {
  const byFile = Map.groupBy(issues, ({ file, line }) => (line == null ? file : `${file}:${line}`));
  const errors = Object.fromEntries(
    [...byFile].map(([place, about]) => [place, about.map(({ message }) => message)]),
  );
  return problem('theme_invalid', issues.map(inWords).join(' '), errors);
}
