import { writeEnv } from './env-file.ts';
import type { Session } from './session.ts';
import { err, print, printFields, remark } from './terminal/output.ts';

/** Names for secrets in an app's environment. */
export const SECRET_NAMES = {
  token: 'PLATFORM_RUNTIME_TOKEN',
  webhook_secret: 'PLATFORM_WEBHOOK_SECRET',
  client_id: 'PLATFORM_CLIENT_ID',
  client_secret: 'PLATFORM_CLIENT_SECRET',
} as const;

type Secrets = { readonly [Key in keyof typeof SECRET_NAMES]?: string | undefined };

/**
 * Saves secrets that the API returns only once to the given file, or else prints them. With --json, the
 * printed body already contains them.
 */
export async function handOver(
  session: Session,
  secrets: Secrets,
  envFile: string | undefined,
): Promise<void> {
  const named = Object.entries(SECRET_NAMES).flatMap(([key, name]) => {
    // SECRET_NAMES and Secrets have the same keys.
    const value = secrets[key as keyof typeof SECRET_NAMES];
    return value === undefined ? [] : [[name, value] as const];
  });
  const variables = Object.fromEntries(named);
  if (envFile !== undefined) {
    await writeEnv(envFile, variables);
    return remark(`Wrote ${named.map(([name]) => name).join(' and ')} to ${envFile}.`);
  }
  if (session.json) return;
  print();
  printFields(variables);
  remark(err.yellow('This is shown only once and not stored. Save it now, or use --env <path> next time.'));
}
