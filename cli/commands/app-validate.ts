import { type AppToml, readAppToml } from '../manifest/app-toml.ts';
import { readDocuments } from '../manifest/build-table.ts';
import {
  checkAppToml,
  type Finding,
  invalid,
  isDevelopment,
  locate,
  manifestOf,
  remarkFindings,
} from '../manifest/check.ts';
import type { Session } from '../session.ts';
import { out, print } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const appValidate = () =>
  command('validate')
    .argument('[path]', 'path of app.toml')
    .option('--config <path>', 'path of app.toml', 'app.toml')
    .option('--remote', 'also validate on the server, together with persisted documents')
    .description("check app.toml against the platform's rules, offline")
    .action(async (path, options, command) => {
      const session = sessionOf(command);
      const app = await readAppToml(path ?? options.config);
      const offline = checkAppToml(app, isDevelopment(await session.apiUrl()));
      const findings = options.remote ? merge(offline, await askServer(session, app)) : offline;

      if (session.json) {
        // The response body from POST apps/validate, with each issue's place added.
        const errors = findings.map((finding) => finding.message);
        print(JSON.stringify({ valid: findings.length === 0, errors, issues: findings }));
      } else if (findings.length === 0) {
        print(`${out.green('valid')}  ${app.path}`);
      }
      if (findings.length === 0) return;
      if (!session.json) remarkFindings(app, findings);
      throw invalid(app, findings.length);
    });

async function askServer(session: Session, app: AppToml): Promise<Finding[]> {
  const documents = await readDocuments(app);
  const registered = documents === undefined ? {} : { documents };
  const body = {
    distribution: app.table.distribution ?? 'private',
    manifest: manifestOf(app),
    ...registered,
  };
  const { data } = await session.call('validateApp', { body }, 'Asking the server');
  return locate(app, data.issues);
}

function merge(mine: readonly Finding[], theirs: readonly Finding[]): Finding[] {
  const known = new Set(mine.map((finding) => finding.message));
  return [...mine, ...theirs.filter((finding) => !known.has(finding.message))];
}
