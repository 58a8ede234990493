import { type Issue, readManifest } from '../../packages/manifest/manifest.ts';
import { EXIT, Failure } from '../failure.ts';
import { err, remark } from '../terminal/output.ts';
import { type AppToml, type Place, placeOf, segmentsOf } from './app-toml.ts';
import { buildIssues, documentsPath } from './build-table.ts';
import { devIssues } from './dev-table.ts';

/** A problem in app.toml with its position. */
export type Finding = Place & { readonly path: string; readonly code: string; readonly message: string };

/**
 * Checks app.toml against the platform's own rules, without a request to the server. `allowPrivate` accepts
 * plain http inside the local network, as a development server does. See docs/interface/apps.md#manifest.
 */
export function checkAppToml(app: AppToml, allowPrivate: boolean): Finding[] {
  const issues: Pick<Issue, 'path' | 'code' | 'message'>[] = [
    ...readManifest(manifestOf(app), { allowPrivate }).issues,
    ...devIssues(app.table.dev),
    ...buildIssues(app.table.build),
  ];
  if (app.table.name === undefined) {
    issues.unshift({ path: 'name', code: 'required', message: 'name is required: hosts see it.' });
  }
  return locate(app, issues);
}

/** Returns app.toml's declarations for the platform: everything except `[dev]` and `[build]`. */
export function manifestOf({ table }: AppToml): Readonly<Record<string, unknown>> {
  const { dev: _local, build: _files, ...manifest } = table;
  return manifest;
}

/** Adds line and column to issues and sorts them in file order. */
export function locate(
  app: AppToml,
  issues: readonly { path: string; code: string; message: string }[],
): Finding[] {
  return issues
    .map((issue) => ({ ...issue, ...placeOf(app, segmentsOf(issue.path)) }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/**
 * Prints the findings like a compiler, `file:line:column message`, to standard error. A finding in a persisted
 * document names its file instead.
 */
export function remarkFindings(app: AppToml, findings: readonly Finding[]): void {
  const documents = documentsPath(app);
  for (const { path, line, column, message } of findings) {
    const isDocument = documents !== undefined && /^documents(\.|$)/.test(path);
    remark(`${err.bold(isDocument ? documents : `${app.path}:${line}:${column}`)} ${message}`);
  }
}

/** Exits the command with status 4 unless app.toml follows every rule. */
export function requireValid(app: AppToml, allowPrivate: boolean): void {
  const findings = checkAppToml(app, allowPrivate);
  if (findings.length === 0) return;
  remarkFindings(app, findings);
  throw invalid(app, findings.length);
}

export function invalid(app: AppToml, count: number): Failure {
  return new Failure(EXIT.invalid, `${app.path} has ${count} ${count === 1 ? 'problem' : 'problems'}.`);
}

/** True for a server on this machine: a development server, which accepts addresses on the local network. */
export function isDevelopment(apiUrl: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(apiUrl).hostname);
}

/** Returns a public app's redirect URIs on this machine, which are for practice only: hosts can't be sent there. */
export function localRedirects({ table }: AppToml): readonly string[] {
  const { distribution, oauth } = table;
  if (distribution !== 'public' || typeof oauth !== 'object' || oauth === null) return [];
  const { redirect_uris: uris } = oauth as { readonly redirect_uris?: unknown }; // a table of app.toml
  if (!Array.isArray(uris)) return [];
  return uris.filter((uri) => typeof uri === 'string' && URL.canParse(uri) && isDevelopment(uri));
}
