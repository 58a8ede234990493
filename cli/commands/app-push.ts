import { writeFile } from 'node:fs/promises';
import { ApiFailure } from '../api/problem.ts';
import { openEnv } from '../env-file.ts';
import { type AppToml, readAppToml } from '../manifest/app-toml.ts';
import { isDevelopment, locate, manifestOf, remarkFindings, requireValid } from '../manifest/check.ts';
import { withSlug } from '../manifest/write-slug.ts';
import { handOver } from '../secrets.ts';
import { out, print, remark } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const appPush = () =>
  command('push')
    .option('--config <path>', 'path of app.toml', 'app.toml')
    .option('--release', "make the new version live (a public app's goes to review)")
    .option('--always', 'create a version even if app.toml is unchanged since the newest one')
    .option('--env <path>', "file to write a new app's client secret to instead of showing it")
    .description('create a version from app.toml; the first push creates the app')
    .action(async (options, command) => {
      const session = sessionOf(command);
      const app = await readAppToml(options.config);
      requireValid(app, isDevelopment(await session.apiUrl()));
      if (options.env !== undefined) await openEnv(options.env);

      const body = { ...requestOf(app), release: options.release ?? false, if_changed: !options.always };
      const answer = await session
        .call('pushApp', { body }, 'Pushing')
        .catch((refusal) => pointAt(app, refusal));
      const pushed = answer.data;
      const live = pushed.version === pushed.live_version;
      const state = live ? 'live' : options.release ? 'in review' : 'draft';
      session.show(answer, () =>
        print(
          pushed.unchanged
            ? `${out.dim('unchanged')}  ${pushed.slug}, version ${pushed.version} (${state})`
            : `${out.green('pushed')}  ${pushed.slug}, version ${pushed.version} (${state})`,
        ),
      );
      // Only the response that creates the app includes the client secret.
      if (pushed.client_secret) await handOver(session, pushed, options.env);
      if (app.table.slug !== pushed.slug) await writeBack(app, pushed.slug);
    });

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
  }
  throw refusal;
}

async function writeBack(app: AppToml, slug: string): Promise<void> {
  await writeFile(app.path, withSlug(app.text, slug));
  remark(`Wrote slug = "${slug}" to ${app.path}.`);
}
