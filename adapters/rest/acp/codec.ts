import type { ProtocolError } from '#kit/errors.ts';
import type { Storefront } from '../../storefront.ts';
import type { AcpCheckoutFragment } from './generated.ts';

/** Prints results in one dated ACP version. */
export interface Codec {
  /** Version name in `API-Version`. */
  readonly version: string;
  readonly session: (checkout: AcpCheckoutFragment, storefront: Storefront) => object;
  readonly error: (error: ProtocolError) => PrintedError;
}

/** A protocol error on the wire: `{type, code, message, param}` and its status (docs/interface/acp.md#errors). */
export interface PrintedError {
  readonly status: number;
  readonly body: {
    readonly type: string;
    readonly code: string;
    readonly message: string;
    readonly param?: string;
    readonly supported_versions?: readonly string[];
  };
}
