import type { IncomingHttpHeaders } from 'node:http';
import { RpcError } from './errors.ts';
import { isObject, type Params } from './message.ts';
import { RPC, STATELESS_VERSION, SUPPORTED_VERSIONS } from './protocol.ts';

/** `legacy` opens with a handshake and can have a session; in `stateless`, every request is self-contained. */
export type Era = 'legacy' | 'stateless';

const META_VERSION = 'io.modelcontextprotocol/protocolVersion';
const META_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/**
 * Refuses an unsupported version; if the header is missing, the version is the oldest legacy version (MCP
 * "Protocol Version Header").
 */
export function checkVersionHeader(headers: IncomingHttpHeaders): string | undefined {
  const version = headerOf(headers, 'mcp-protocol-version');
  if (version !== undefined && !SUPPORTED_VERSIONS.includes(version)) throw unsupported(version);
  return version;
}

/**
 * Returns a request's era. A stateless request must carry its metadata (-32602 if incomplete) and mirror it
 * in headers (-32020 if they differ); otherwise it's refused with 400 (MCP 2026-07-28, "Request Metadata" and
 * "Server Validation").
 */
export function eraOf(headers: IncomingHttpHeaders, method: string, params: Params): Era {
  const meta = isObject(params._meta) ? params._meta : {};
  const version = meta[META_VERSION];
  const header = headerOf(headers, 'mcp-protocol-version');
  const isNamed = typeof version === 'string';
  if (!isNamed && (version !== undefined || header === STATELESS_VERSION)) {
    throw missingMetadata(META_VERSION, `"${STATELESS_VERSION}"`);
  }
  if (isNamed) mirror(headers, 'MCP-Protocol-Version', version, 'required');
  checkVersionHeader(headers);
  const need = version === STATELESS_VERSION ? 'required' : 'optional';
  mirror(headers, 'Mcp-Method', method, need);
  if (method === 'tools/call') mirror(headers, 'Mcp-Name', params.name, need);
  if (need === 'optional') return 'legacy';
  if (!isObject(meta[META_CAPABILITIES])) throw missingMetadata(META_CAPABILITIES, '{}');
  return 'stateless';
}

/**
 * Refuses a header that differs from the body: a router that reads the header must see the same values as the
 * handler that reads the body.
 */
function mirror(
  headers: IncomingHttpHeaders,
  name: string,
  value: unknown,
  need: 'required' | 'optional',
): void {
  const given = headerOf(headers, name.toLowerCase());
  if (given === undefined ? need === 'optional' || typeof value !== 'string' : decode(given) === value)
    return;
  throw new RpcError(
    400,
    RPC.headerMismatch,
    given === undefined
      ? `Header mismatch: the ${name} header is missing; send the same value as the body.`
      : `Header mismatch: the ${name} header differs from the body; send the same value in both.`,
  );
}

/** Values that aren't plain ASCII arrive as `=?base64?…?=`. */
function decode(value: string): string {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value)?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function unsupported(requested: string): RpcError {
  return new RpcError(
    400,
    RPC.unsupportedVersion,
    'Unsupported protocol version: use one of data.supported.',
    {
      supported: SUPPORTED_VERSIONS,
      requested: requested.slice(0, 100),
    },
  );
}

function missingMetadata(key: string, example: string): RpcError {
  return new RpcError(
    400,
    RPC.invalidParams,
    `params._meta["${key}"] is missing; every ${STATELESS_VERSION} request carries it, for example ${example}.`,
  );
}
