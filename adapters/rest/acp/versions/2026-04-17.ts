import type { Codec } from '../codec.ts';
import { toSession } from '../to-session.ts';

/** ACP 2026-04-17, the current version. */
export const acp20260417 = {
  version: '2026-04-17',
  session: toSession,
  error: ({ status, code, message, details }) => ({
    status,
    body: {
      type: errorType(status),
      code,
      message,
      ...(typeof details.param === 'string' ? { param: details.param } : {}),
      ...(details.supportedVersions ? { supported_versions: details.supportedVersions as string[] } : {}),
    },
  }),
} as const satisfies Codec;

function errorType(status: number): string {
  if (status === 503) return 'service_unavailable';
  return status >= 500 ? 'processing_error' : 'invalid_request';
}
