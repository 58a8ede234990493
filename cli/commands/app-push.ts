import { writeFile } from 'node:fs/promises';
import type { Data } from '../api/operations.ts';
import { ApiFailure } from '../api/problem.ts';
import { openEnv, readEnv } from '../env-file.ts';
import { listed, remarkGrants } from '../grants.ts';
import { type AppToml, readAppToml } from '../manifest/app-toml.ts';
import { readDocuments } from '../manifest/build-table.ts';
import {
  isDevelopment,
  localRedirects,
  locate,
  manifestOf,
  remarkFindings,
  requireValid,
} from '../manifest/check.ts';
import { withSlug } from '../manifest/write-slug.ts';
import { handOver, SECRET_NAMES } from '../secrets.ts';
import type { Session } from '../session.ts';
import { out, print, remark } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const appPush = () =>
  command('push')
    .option('--config <path>', 'path of app.toml', 'app.toml')
    .option('--release', "make the new version live (a public app's goes to review)")
    .option('--always', 'create a version even if nothing has changed since the newest one')
    .option('--env <path>', "file to write the client id and a new app's client secret to")
    .description('create a version from app.toml; the first push creates the app')
    .action(async (options, command) => {
      const session = sessionOf(command);
      const app = await readAppToml(options.config);
      requireValid(app, isDevelopment(await session.apiUrl()));
      const documents = await readDocuments(app);
      if (options.env !== undefined) await openEnv(options.env);

      const registered = documents === undefined ? {} : { documents };
      const body = {
        ...requestOf(app),
        ...registered,
        release: options.release ?? false,
        if_changed: !options.always,
      };
      const answer = await session
        .call('pushApp', { body }, 'Pushing')
        .catch((refusal) => pointAt(app, refusal));
      const pushed = answer.data;
      const live = pushed.version === pushed.live_version;
      const state = live ? 'live' : await stateOf(session, pushed, options.release ?? false);
      session.show(answer, () =>
        print(
          pushed.unchanged
            ? `${out.dim('unchanged')}  ${pushed.slug}, version ${pushed.version} (${state})`
            : `${out.green('pushed')}  ${pushed.slug}, version ${pushed.version} (${state})`,
        ),
      );
      // Only the response that creates the app includes the client secret.
      if (pushed.client_secret) await handOver(session, pushed, options.env);
      else if (options.env !== undefined) await completeEnv(session, pushed, options.env);
      if (app.table.slug !== pushed.slug) await writeBack(app, pushed.slug);
      if (state === 'draft') remarkDraft(pushed);
      if (state !== 'live') remarkLocalRedirects(app);
      if (!pushed.client_secret) await remarkGrants(session, pushed.slug, { version: pushed.version, live });
    });

/** Returns a version's status if it isn't live. An unchanged version may have been submitted earlier. */
async function stateOf(
  session: Session,
  { slug, version, unchanged }: Data<'pushApp'>,
  released: boolean,
): Promise<string> {
  if (!unchanged) return released ? 'in review' : 'draft';
  const { data } = (await session.call('listVersions', { slug })).data;
  return (data.find(({ id }) => id === version)?.status ?? 'draft').replace('_', ' ');
}

/** Names the next steps after a draft. */
function remarkDraft({ slug, version, distribution }: Data<'pushApp'>): void {
  const release = distribution === 'public' ? 'Submit it for review' : 'Make it live';
  remark(`Version ${version} is a draft, which only your development installs run.`);
  remark(`  Try it: platform install ${slug} --dev. ${release}: platform release`);
}

/** Warns before a public version's review. */
function remarkLocalRedirects(app: AppToml): void {
  const local = localRedirects(app);
  if (local.length > 0)
    remark(
      `Remove ${listed(local)} from redirect_uris before the review: hosts can't be sent to your machine.`,
    );
}

/** Adds an existing app's client id to its `.env` file, and reports a client secret that's missing there. */
async function completeEnv(
  session: Session,
  { slug, client_id }: Data<'pushApp'>,
  path: string,
): Promise<void> {
  const id = await readEnv(path, SECRET_NAMES.client_id);
  if (id !== client_id) await handOver(session, { client_id }, path);
  const isOtherApps = id !== undefined && id !== client_id;
  if (!isOtherApps && (await readEnv(path, SECRET_NAMES.client_secret)) !== undefined) return;
  remark(
    `${path} doesn't have the app's ${SECRET_NAMES.client_secret}; the API showed it only when it created the app.`,
  );
  remark(`  Create a new one, which replaces it: platform client-secret ${slug} --env ${path}`);
}

/**
 * Builds the `POST apps` request: fields that the API takes separately, and the rest of app.toml as the
 * manifest.
 */
function requestOf(app: AppToml) {
  const { name, type = 'remote', distribution = 'private', slug, ...manifest } = manifestOf(app);
  const texts = { name, type, distribution, ...(slug === undefined ? {} : { slug }) };
  // Values that aren't text are left for the server to report.
  return { ...(texts as Partial<Record<keyof typeof texts, string>>), manifest };
}

/**
 * Shows the place in app.toml for problems that only the server can detect, e.g. a slug that is already
 * taken.
 */
function pointAt(app: AppToml, refusal: unknown): never {
  if (refusal instanceof ApiFailure) {
    const issues = Object.entries(refusal.paths).flatMap(([path, texts]) =>
      texts.map((message) => ({ path, code: refusal.code, message })),
    );
    remarkFindings(app, locate(app, issues));
    refusal.located = issues.length;
  }
  throw refusal;
}

async function writeBack(app: AppToml, slug: string): Promise<void> {
  await writeFile(app.path, withSlug(app.text, slug));
  remark(`Wrote slug = "${slug}" to ${app.path}.`);
}
