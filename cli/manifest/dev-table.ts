import type { Issue } from '../../packages/manifest/manifest.ts';

const LONGEST_COMMAND = 1_000;

/**
 * `[dev]` in app.toml: the command that runs the app on its developer's machine. Only this CLI uses it; it
 * isn't sent to the platform.
 */
export type Dev = { readonly command: string };

/** True if the table is valid. */
export const isDev = (value: unknown): value is Dev =>
  typeof value === 'object' &&
  value !== null &&
  'command' in value &&
  typeof value.command === 'string' &&
  value.command.trim() !== '' &&
  value.command.length <= LONGEST_COMMAND;

/** Returns the table's issues. */
export const devIssues = (value: unknown): readonly Pick<Issue, 'path' | 'code' | 'message'>[] =>
  value === undefined || isDev(value)
    ? []
    : [
        {
          path: 'dev.command',
          code: 'invalid',
          message: `dev.command must be text of 1 to ${LONGEST_COMMAND.toLocaleString('en')} characters, for example "npm start".`,
        },
      ];
