/**
 * Explanations for developers and hosts of why a request got no response, by network error code; never an
 * internal address.
 */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response arrived.',
  UND_ERR_SOCKET: 'The connection was closed before a response arrived.',
  EPIPE: 'The connection was closed before a response arrived.',
  ENOTFOUND: 'The host name has no public address.',
  EAI_AGAIN: 'The host name has no public address.',
  EHOSTUNREACH: 'The server could not be reached.',
  ENETUNREACH: 'The server could not be reached.',
  ETIMEDOUT: 'The connection timed out.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out.',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'The response was too large.',
};

/** Our own messages that contain no address. */
const SHOWN = /^(?:No complete response arrived within \d+ ms\.|Only https URLs are called\.)$/;

/** Returns the reason a request to an app got no response, without revealing anything about our network. */
export function deliveryError(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.';
  if (SHOWN.test(error.message)) return error.message;
  // The same text as for a name without addresses; otherwise anyone could find out which internal names
  // exist.
  if (error.name === 'EgressRefused') return TEXTS.ENOTFOUND ?? '';
  if (error.name === 'EgressTooLarge') return 'The response was too large.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return 'The request failed.';
  return TEXTS[code] ?? `The request failed (${code}).`;
}
