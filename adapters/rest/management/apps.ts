import { allOf } from './all-of.ts';
import {
  type AppSummaryFragment,
  getApp,
  listApps,
  pushApp,
  rotateClientSecret,
  validateApp,
} from './generated.ts';
import { problem, throwRefusal } from './problems.ts';
import { route } from './route.ts';
import { AppList, AppSummary, ClientSecret, PushApp, PushedApp, ValidateApp, Validation } from './schemas.ts';

export const apps = [
  route({
    method: 'GET',
    path: '/apps',
    operationId: 'listApps',
    tag: 'Apps',
    summary: 'Apps the account develops.',
    description: 'In the order they were made, whoever of the account pushed them.',
    answer: AppList,
    handle: async ({ run }) => {
      const rows = await allOf(async (after) => (await run(listApps, { after })).apps);
      return { data: rows.map(toSummary) };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/validate',
    operationId: 'validateApp',
    tag: 'Apps',
    summary: 'Checks a manifest. Always answers 200.',
    description:
      'Reads the manifest as a push does and changes nothing. Every body that is JSON is answered with 200, whatever it holds; what is not JSON is a 400.',
    body: ValidateApp,
    answer: Validation,
    handle: async ({ run, body }) => {
      const { manifestIssues: issues } = await run(validateApp, { manifest: toManifest(body) });
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
      'What a push to an own app leaves out of `name`, `type` and `distribution` stays as it was; type and distribution never change. The client secret is in the answer that makes the app and nowhere else.',
    problems: ['slug_taken', 'manifest_invalid'],
    body: PushApp,
    status: 201,
    answer: PushedApp,
    handle: async ({ run, body }) => {
      const input = { manifest: toManifest(body), release: body.release };
      const { appPush: pushed } = await run(pushApp, { input });
      throwRefusal(pushed.userErrors);
      if (!pushed.app || !pushed.version) throw manifestInvalid(pushed.issues);
      return {
        ...toSummary(pushed.app),
        version: pushed.version.number,
        ...(pushed.clientSecret == null ? {} : { client_secret: pushed.clientSecret }),
      };
    },
  }),
  route({
    method: 'GET',
    path: '/apps/{slug}',
    operationId: 'getApp',
    tag: 'Apps',
    summary: 'An own app.',
    description: 'Its live version, how many teams have it, and the id OAuth knows it by.',
    answer: AppSummary,
    handle: async ({ run, params: { slug = '' } }) =>
      toSummary(found((await run(getApp, { slug })).app, slug)),
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/client-secret',
    operationId: 'rotateClientSecret',
    tag: 'Apps',
    summary: 'Makes a new client secret. The old one is refused in new exchanges at once; tokens stay valid.',
    description: 'The secret is shown this once. Tokens that were issued before stay valid.',
    answer: ClientSecret,
    handle: async ({ run, params: { slug = '' } }) => {
      const { appClientSecretRotate: rotated } = await run(rotateClientSecret, { slug });
      throwRefusal(rotated.userErrors);
      return { client_secret: rotated.clientSecret ?? '' };
    },
  }),
];

/** What the account was asked for, or 404: also the answer about apps of other accounts. */
export function found<T>(row: T | null | undefined, name: string): T {
  if (row == null) throw problem('not_found', `Your account has no "${shown(name)}".`);
  return row;
}

/** A name as a sentence quotes it: whatever was asked for, it stays a sentence. */
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

/** The keys of app.toml in one object: those that stand beside `manifest` in a body belong into it. */
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
