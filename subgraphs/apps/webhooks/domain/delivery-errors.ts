/** What developers and hosts read of a request that got no answer, by the network's code: never an address of ours. */
const TEXTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before a response arrived.',
  UND_ERR_SOCKET: 'The connection was closed before a response arrived.',
  EPIPE: 'The connection was closed before a response arrived.',
  ENOTFOUND: 'The host name could not be resolved.',
  EAI_AGAIN: 'The host name could not be resolved.',
  EHOSTUNREACH: 'The server could not be reached.',
  ENETUNREACH: 'The server could not be reached.',
  ETIMEDOUT: 'The connection timed out.',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out.',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'The response was too large.',
};

/** Messages of ours that name no address. */
const SHOWN = /^(?:No whole answer came within \d+ ms\.|Only https URLs are called\.)$/;

/** Why no answer came to a delivery, in words that are the same wherever our servers are. */
export function deliveryError(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed.';
  if (SHOWN.test(error.message)) return error.message;
  if (error.name === 'EgressRefused') return 'Connections to addresses that are not public are not allowed.';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code === null) return 'The request failed.';
  return TEXTS[code] ?? `The request failed (${code}).`;
}
