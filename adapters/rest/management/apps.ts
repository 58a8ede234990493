import { allOf } from './all-of.ts';
import {
  type AppSummaryFragment,
  getAppDocument,
  getAppHealthDocument,
  listAppsDocument,
  pushAppDocument,
  rotateClientSecretDocument,
  validateAppDocument,
} from './generated.ts';
import { problem, throwRefusal } from './problems.ts';
import { route } from './route.ts';
import {
  AppHealth,
  AppList,
  AppSummary,
  ClientSecret,
  HealthQuery,
  PushApp,
  PushedApp,
  ValidateApp,
  Validation,
} from './schemas.ts';

export const apps = [
  route({
    method: 'GET',
    path: '/apps',
    operationId: 'listApps',
    tag: 'Apps',
    summary: 'Apps the account develops.',
    description: 'Oldest first.',
    answer: AppList,
    handle: async ({ run }) => {
      const rows = await allOf(async (after) => (await run(listAppsDocument, { after })).apps);
      return { data: rows.map(toSummary) };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/validate',
    operationId: 'validateApp',
    tag: 'Apps',
    summary: 'Validates a manifest. Always returns 200.',
    description:
      'Validates the manifest and the documents like a push, without changing anything. Any JSON body that nests at most 200 lists and objects and has at most 10,000 values gets 200; anything else gets 400.',
    body: ValidateApp,
    takesManifest: true,
    answer: Validation,
    handle: async ({ run, body }) => {
      if (isUnwrapped(body)) return { valid: false, errors: [UNWRAPPED.message], issues: [UNWRAPPED] };
      const { manifestIssues: issues } = await run(validateAppDocument, {
        manifest: toManifest(body),
        documents: isTable(body) ? body.documents : null,
      });
      return {
        valid: issues.length === 0,
        errors: issues.map(({ message }) => message),
        issues: issues.map(({ path, code, message }) => ({ path, code, message })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/apps',
    operationId: 'pushApp',
    tag: 'Apps',
    summary: 'Creates an app with its first version, or pushes a version to your app with that slug.',
    description:
      'When pushing to an existing app, omitted `name`, `type` and `distribution` keep their values; type and distribution never change. The client secret is only in the response that creates the app. `documents` registers GraphQL documents, each checked against the pinned API version; requests then send `{documentId, variables}`. With `if_changed`, a manifest and documents equal to the newest version’s create no version: the response is 200 with `unchanged`, and the version is released if `release` is set.',
    problems: ['slug_taken', 'manifest_invalid', 'setting_type_changed'],
    body: PushApp,
    takesManifest: true,
    status: 201,
    created: ({ unchanged }) => unchanged !== true,
    answer: PushedApp,
    handle: async ({ run, body }) => {
      const { documents, release, if_changed: ifChanged } = body;
      const input = { manifest: toManifest(body), documents, release, ifChanged };
      const { appPush: pushed } = await run(pushAppDocument, { input });
      throwRefusal(pushed.userErrors);
      if (!pushed.app || !pushed.version) throw manifestInvalid(pushed.issues);
      return {
        ...toSummary(pushed.app),
        version: pushed.version.number,
        ...(pushed.unchanged ? { unchanged: true as const } : {}),
        ...(pushed.clientSecret == null ? {} : { client_secret: pushed.clientSecret }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/apps/{slug}',
    operationId: 'getApp',
    tag: 'Apps',
    summary: 'One of your apps.',
    description: 'Its live version, the number of teams it is installed on, and its OAuth client id.',
    answer: AppSummary,
    handle: async ({ run, params: { slug = '' } }) =>
      toSummary(found((await run(getAppDocument, { slug })).app, slug)),
  }),
  route({
    method: 'GET',
    path: '/apps/{slug}/health',
    operationId: 'getAppHealth',
    tag: 'Apps',
    summary: 'Installs and webhook deliveries of one of your apps at every team that uses it.',
    description:
      'No payloads or personal data. `failing` has the newest failed delivery per install and topic from the last 7 days, newest first, at most 100. `installs` has the number of teams with the app installed at the end of each of the last 90 days (UTC); the last day is today, with the current `install_count`. `hours` has the attempts in each of the last 168 hours, including hours without attempts; the last is the current hour. `lacking` has the active installs that lack permissions requested by the version that they run, or by `version`.',
    query: HealthQuery,
    answer: AppHealth,
    handle: async ({ run, params: { slug = '' }, query: { version = null } }) => {
      const { health } = found((await run(getAppHealthDocument, { slug, version })).app, slug);
      return {
        failing: health.failing.map(({ install, eventId, nextAttemptAt, ...delivery }) => ({
          install: Number(install),
          ...delivery,
          event_id: eventId,
          next_attempt_at: nextAttemptAt ?? null,
        })),
        installs: [...health.installs],
        hours: health.hours.map(({ at, delivered, failed, latencyMs }) => ({
          at,
          delivered,
          failed,
          latency_ms: latencyMs ?? null,
        })),
        lacking: {
          count: health.lacking.count,
          installs: health.lacking.installs.map(({ install, team, missing }) => ({
            install: Number(install),
            team,
            missing: [...missing],
          })),
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/client-secret',
    operationId: 'rotateClientSecret',
    tag: 'Apps',
    summary: 'Creates a new client secret. New exchanges with the old one are refused; tokens stay valid.',
    description: 'The secret is shown only once. Tokens issued before stay valid.',
    answer: ClientSecret,
    handle: async ({ run, params: { slug = '' } }) => {
      const { appClientSecretRotate: rotated } = await run(rotateClientSecretDocument, { slug });
      throwRefusal(rotated.userErrors);
      return { client_secret: rotated.clientSecret ?? '' };
    },
  }),
];

/** Returns the account's requested row; throws a 404 if it doesn't exist or belongs to another account. */
export function found<T>(row: T | null | undefined, name: string): T {
  if (row == null) throw problem('not_found', `Your account has no "${shown(name)}".`);
  return row;
}

/** Shortens a name for quoting in a sentence. */
export const shown = (name: string): string => (name.length > 64 ? `${name.slice(0, 63)}…` : name);

const toSummary = (app: AppSummaryFragment) => ({
  slug: app.slug,
  name: app.name,
  type: app.type,
  distribution: app.distribution,
  status: app.status,
  live_version: app.liveVersion == null ? null : Number(app.liveVersion),
  install_count: app.installCount,
  client_id: app.clientId,
});

/** True if a body is a manifest without its enclosing object. */
const isUnwrapped = (body: unknown): boolean =>
  isTable(body) && !Object.hasOwn(body, 'manifest') && Object.keys(body).length > 0;

const UNWRAPPED = {
  path: 'manifest',
  code: 'required',
  message: 'The manifest is missing. Send it as {"manifest": {…}}, not as the body itself.',
};

/**
 * A manifest is one object with the keys from app.toml, so keys next to `manifest` in a body are merged into
 * it.
 */
function toManifest(body: unknown): unknown {
  if (!isTable(body)) return body;
  const { name, type, distribution, slug, manifest } = body;
  if (!isTable(manifest)) return manifest ?? null;
  const beside = Object.entries({ name, type, distribution, slug }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...manifest, ...Object.fromEntries(beside) };
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function manifestInvalid(issues: readonly { readonly path: string; readonly message: string }[]) {
  const byPath = Map.groupBy(issues, ({ path }) => path);
  const errors = Object.fromEntries(
    [...byPath].map(([path, about]) => [path, about.map(({ message }) => message)]),
  );
  return problem('manifest_invalid', issues.map(({ message }) => message).join(' '), errors);
}
