import { EXIT, Failure } from '../failure.ts';
import { ApiFailure } from './problem.ts';

declare const CLI_VERSION: string;

/** Reports that this command and the API are of different releases, and which of them to update. */
export class VersionMismatch extends Failure {
  constructor(apiUrl: string, lacking: string, older: 'api' | 'command') {
    const [message, hint] =
      older === 'api'
        ? [
            `The API at ${apiUrl} is older than this command (${CLI_VERSION}): it lacks ${lacking}.`,
            "Update the platform at that address, or use the command from the platform's release.",
          ]
        : [
            `The API at ${apiUrl} is newer than this command (${CLI_VERSION}), which can't read ${lacking}.`,
            `Update the command: npm install --global ${apiUrl}/docs/platform-cli.tgz`,
          ];
    super(EXIT.failed, message, { hint });
  }
}

/** The message with which the API refuses a path without an endpoint; a missing object's message differs. */
const NO_ENDPOINT = /^(\/api\/dev\/\S*) does not exist\.$/;

/** Returns the mismatch if the API has no endpoint for the operation; null for any other refusal. */
export function endpointMissing(apiUrl: string, refusal: unknown): VersionMismatch | null {
  if (!(refusal instanceof ApiFailure)) return null;
  if (refusal.code === 'method_not_allowed') return new VersionMismatch(apiUrl, 'this operation', 'api');
  const [, path] = (refusal.code === 'not_found' && NO_ENDPOINT.exec(refusal.message)) || [];
  return path === undefined ? null : new VersionMismatch(apiUrl, path, 'api');
}
