import type { Context } from '#kit/context.ts';

/** Equal requests in flight, for the subgraphs of one gateway that share them. */
export interface Sharing {
  /** Sends a request, or waits for an equal request that the same caller has in flight. */
  readonly send: <T>(subgraph: string, body: string, context: Context, send: () => Promise<T>) => Promise<T>;
  /** Lets no later request wait for an earlier one. Called when a mutation ends, so that its effects are visible. */
  readonly renew: () => void;
}

/**
 * Shares equal requests in flight. Two requests are equal if they go to the same subgraph with the same body for the
 * same viewer, network address and version: everything that a subgraph receives, except the request's id and trace.
 */
export function createSharing(): Sharing {
  let inFlight = new Map<string, Promise<unknown>>();
  const callers = new WeakMap<Context, string>();

  const callerOf = (context: Context): string => {
    const known = callers.get(context);
    if (known !== undefined) return known;
    const { viewer, address = null, apiVersion } = context;
    const caller = JSON.stringify([viewer, address, apiVersion]);
    callers.set(context, caller);
    return caller;
  };

  return {
    send<T>(subgraph: string, body: string, context: Context, send: () => Promise<T>): Promise<T> {
      const requests = inFlight;
      const key = `${subgraph}\n${callerOf(context)}\n${body}`;
      // The key contains the subgraph, and a subgraph's requests all return the same type.
      const known = requests.get(key) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const sent = send().finally(() => requests.delete(key));
      requests.set(key, sent);
      return sent;
    },
    renew() {
      inFlight = new Map();
    },
  };
}
