import type {
  Implementation,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  PARSE_ERROR,
} from '@modelcontextprotocol/sdk/spec.types.js';

/** UCP version that storefronts pin (docs/interface/storefronts.md#profile). */
export const UCP_VERSION = '2026-04-08';
/** A newer version, served in parallel under its own addresses (docs/interface/storefronts.md#newer-version). */
export const NEWER_UCP_VERSION = '2026-08-25';
/** Every supported UCP version. */
export const UCP_VERSIONS = [UCP_VERSION, NEWER_UCP_VERSION] as const;
export type UcpVersion = (typeof UCP_VERSIONS)[number];

/** Each UCP version has its own address, so callers choose the version of every response. */
export const mcpPath = (version: UcpVersion): string =>
  version === UCP_VERSION ? '/api/mcp' : `/api/mcp/${version}`;

/** Capabilities declared in the profile and in sessions. */
export const CAPABILITY = {
  search: 'dev.ucp.shopping.catalog.search',
  lookup: 'dev.ucp.shopping.catalog.lookup',
  checkout: 'dev.ucp.shopping.checkout',
} as const;

/** MCP versions that open with an `initialize` handshake, newest first. */
export const LEGACY_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const;
/** MCP version with self-contained requests: no handshake, no session. */
export const STATELESS_VERSION = '2026-07-28';
/** Every MCP version served here, newest first. */
export const SUPPORTED_VERSIONS: readonly string[] = [STATELESS_VERSION, ...LEGACY_VERSIONS];

/** Name and version sent to MCP clients. */
export const SERVER_INFO = {
  name: 'lodging-storefront',
  title: 'Lodging storefront',
  version: '1.0.0',
} as const satisfies Implementation;

/** JSON-RPC's own error codes, as in MCP's schema. */
interface OfficialCodes {
  readonly parseError: typeof PARSE_ERROR;
  readonly invalidRequest: typeof INVALID_REQUEST;
  readonly methodNotFound: typeof METHOD_NOT_FOUND;
  readonly invalidParams: typeof INVALID_PARAMS;
  readonly internalError: typeof INTERNAL_ERROR;
}

/** JSON-RPC error codes in use. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** Used up to version 2025-11-25. */
  resourceNotFound: -32002,
  /** Our own transport errors, distinguished by `data.code`. */
  server: -32000,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const satisfies OfficialCodes & Readonly<Record<string, number>>;
