import { type Issue, readManifest } from '../../packages/manifest/manifest.ts';
import { EXIT, Failure } from '../failure.ts';
import { err, remark } from '../terminal/output.ts';
import { type AppToml, type Place, placeOf, segmentsOf } from './app-toml.ts';
import { devIssues } from './dev-table.ts';

/** Something wrong in app.toml, and where. */
export type Finding = Place & { readonly path: string; readonly code: string; readonly message: string };

/**
 * Everything wrong with app.toml by the platform's own rules, without asking the server. `allowPrivate` accepts plain
 * http inside the local network, as a development server does. See docs/interface/apps.md#manifest.
 */
export function checkAppToml(app: AppToml, allowPrivate: boolean): Finding[] {
  const issues: Pick<Issue, 'path' | 'code' | 'message'>[] = [
    ...readManifest(manifestOf(app), { allowPrivate }).issues,
    ...devIssues(app.table.dev),
  ];
  if (app.table.name === undefined) {
    issues.unshift({ path: 'name', code: 'required', message: 'name is required: hosts see it.' });
  }
  return locate(app, issues);
}

/** What app.toml declares to the platform: all but `[dev]`. */
export function manifestOf({ table }: AppToml): Readonly<Record<string, unknown>> {
  const { dev: _local, ...manifest } = table;
  return manifest;
}

/** The issues with the line and column they are about, in the order of the file. */
export function locate(
  app: AppToml,
  issues: readonly { path: string; code: string; message: string }[],
): Finding[] {
  return issues
    .map((issue) => ({ ...issue, ...placeOf(app, segmentsOf(issue.path)) }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Prints the findings as compilers do, `file:line:column message`, to standard error. */
export function remarkFindings(app: AppToml, findings: readonly Finding[]): void {
  for (const { line, column, message } of findings) {
    remark(`${err.bold(`${app.path}:${line}:${column}`)} ${message}`);
  }
}

/** Ends the command with status 4 unless app.toml keeps every rule. */
export function requireValid(app: AppToml, allowPrivate: boolean): void {
  const findings = checkAppToml(app, allowPrivate);
  if (findings.length === 0) return;
  remarkFindings(app, findings);
  throw invalid(app, findings.length);
}

export function invalid(app: AppToml, count: number): Failure {
  return new Failure(EXIT.invalid, `${app.path} has ${count} ${count === 1 ? 'problem' : 'problems'}.`);
}

/** A server on this machine is a development server, which accepts addresses of the local network. */
export function isDevelopment(apiUrl: string): boolean {
  return /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(new URL(apiUrl).hostname);
}
