import type { Viewer } from '#kit/viewer.ts';

/** Callers of current requests, for the access log: only ids, never a name, a token or an address. */
export interface Callers {
  readonly begin: (requestId: string) => void;
  /**
   * Records the viewer of an operation in a request. Jobs' request ids are ignored, since no request began
   * with them.
   */
  readonly note: (requestId: string, viewer: Viewer) => void;
  /** Returns a finished request's caller, and drops it. */
  readonly end: (requestId: string) => string;
}

export function openCallers(): Callers {
  const underWay = new Map<string, string>();
  return {
    begin: (requestId) => void underWay.set(requestId, PUBLIC),
    note(requestId, viewer) {
      if (underWay.get(requestId) === PUBLIC) underWay.set(requestId, nameOf(viewer));
    },
    end(requestId) {
      const caller = underWay.get(requestId) ?? PUBLIC;
      underWay.delete(requestId);
      return caller;
    },
  };
}

const PUBLIC = 'public';

function nameOf(viewer: Viewer): string {
  switch (viewer.kind) {
    case 'agent':
      return `agent at storefront:${viewer.storefrontId}`;
    case 'app':
      return `install:${viewer.installId}`;
    case 'account':
    case 'hostUser':
      return `account:${viewer.accountId}`;
    case 'payments':
    case 'platform':
    case 'public':
      return PUBLIC;
  }
}
