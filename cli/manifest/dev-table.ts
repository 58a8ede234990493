import type { Issue } from '../../packages/manifest/manifest.ts';

const LONGEST_COMMAND = 1_000;

/** `[dev]` of app.toml: how the app runs on its developer's machine. It is this command's alone and not sent to the platform. */
export type Dev = { readonly command: string };

/** Whether it is as it should be. */
export const isDev = (value: unknown): value is Dev =>
  typeof value === 'object' &&
  value !== null &&
  'command' in value &&
  typeof value.command === 'string' &&
  value.command.trim() !== '' &&
  value.command.length <= LONGEST_COMMAND;

/** What is wrong with it. */
export const devIssues = (value: unknown): readonly Pick<Issue, 'path' | 'code' | 'message'>[] =>
  value === undefined || isDev(value)
    ? []
    : [
        {
          path: 'dev.command',
          code: 'invalid',
          message: `dev.command must be a text of 1 to ${LONGEST_COMMAND.toLocaleString('en')} characters, for example "npm start".`,
        },
      ];
