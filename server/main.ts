import './stopping.ts'; // must be first, so that signals count from the first line

import { stopping, whenStopped } from './stopping.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Prints one line that names the fix, then exits with code 1. */
function refuse(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

if (!('Temporal' in globalThis)) {
  refuse(`Node ${process.versions.node} can't run this. Use "npm start", which brings its own Node 26.`);
}

const { quickImports } = await import('./module-resolution.ts');
const endQuickImports = quickImports();
const { DatabaseServerError } = await import('#db/cluster.ts');
const { ConfigError, readConfig } = await import('#kit/config.ts');
const { UpgradeError } = await import('#db/upgrade-error.ts');
const { isUnavailable } = await import('#kit/unavailable.ts');
const { isDocsBuilt } = await import('./docs-folder.ts');
const { welcome } = await import('./welcome.ts');
const config = (() => {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return refuse(error.problems.join('\n'));
    throw error;
  }
})();

const { startDatabase } = await import('./start-database.ts');
const database = startDatabase(config); // it starts while other modules load
const { openPlatform } = await import('./platform.ts');
const { warmUp } = await import('./warm-up.ts');
endQuickImports();
const platform = await openPlatform(config, stopping, database).catch((error: unknown) => {
  if (stopping.aborted) process.exit(0); // everything opened is closed; errors caused by the interruption don't matter
  return refuse(explain(error));
});
whenStopped(() => {
  platform.close().then(
    () => process.exit(0),
    (error: unknown) => refuse(explain(error)),
  );
});

if (!stopping.aborted) {
  const isTerminal = process.stdout.isTTY === true;
  if (!isTerminal) platform.http.log.info({ role: platform.role }, 'The process serves its role');
  for (const line of welcome(platform, config, { isTerminal, docsBuilt: isDocsBuilt() })) say(line);
  say(`ready ${platform.origin}`);
  await platform.enlivenDemo?.().catch((err: unknown) => {
    if (!stopping.aborted) platform.http.log.error({ err }, 'Failed to fill the demo world');
  });
  await warmUp(platform, stopping).catch((err: unknown) => {
    if (!stopping.aborted) platform.http.log.error({ err }, 'Failed to warm up');
  });
}

function explain(error: unknown): string {
  if (error instanceof DatabaseServerError || error instanceof ConfigError || error instanceof UpgradeError) {
    return error.message;
  }
  if (isUnavailable(error)) return unreachable(error instanceof Error && error.cause);
  const { code, message } = error as NodeJS.ErrnoException; // everything thrown here is an Error
  if (code === 'EADDRINUSE')
    return `Port ${config.port} is in use. Set PORT to another one, or to 0 for any free port.`;
  if (code === 'EACCES') return `Port ${config.port} requires more rights. Set PORT to one above 1023.`;
  if (
    code === 'ECONNREFUSED' ||
    code === 'ENOTFOUND' ||
    code === 'ETIMEDOUT' ||
    code === '28P01' ||
    code === '3D000'
  ) {
    return unreachable(error);
  }
  return error instanceof Error ? (error.stack ?? message) : String(error);
}

function unreachable(cause: unknown): string {
  const { code, message } = (cause || {}) as NodeJS.ErrnoException; // the driver throws Errors
  const reason = message || code || 'no answer';
  return `The database can't be reached (${reason}). Check DATABASE_URL, or unset it to use the embedded one.`;
}
