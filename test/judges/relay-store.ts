import { createRequire } from 'node:module';
import { tool } from './tools.ts';

/** Parts of relay-runtime used by the judge; the package has no types for `getDataID`. */
interface RelayRuntime {
  readonly Environment: new (
    config: object,
  ) => {
    readonly commitPayload: (operation: Operation, payload: unknown) => void;
    readonly lookup: (selector: unknown) => { readonly data: unknown };
  };
  readonly Network: { readonly create: (fetch: () => never) => object };
  readonly RecordSource: new () => object;
  readonly Store: new (source: object) => object;
  readonly createOperationDescriptor: (request: object, variables: object) => Operation;
  readonly getRequest: (artifact: unknown) => { readonly params: { readonly text: string } };
}

interface Operation {
  readonly fragment: unknown;
}

/** The function from docs/guides/use-graphql.md#relay: ids are unique within their type. */
export const getDataID = ({ id }: { readonly id?: string }, typename: string): string | undefined =>
  id === undefined ? undefined : `${typename}:${id}`;

/** Fetches a compiled query, writes the response to a Relay store and reads it back. */
export async function readThroughStore({
  request,
  fetched,
  byType,
}: {
  /** The compiled artifact's path. */
  readonly request: string;
  readonly fetched: (text: string) => Promise<unknown>;
  /** True if the store uses the documented `getDataID` instead of Relay's default. */
  readonly byType: boolean;
}): Promise<{ readonly sent: unknown; readonly read: unknown }> {
  const entry = tool('relay-runtime').file('index.js');
  const require = createRequire(entry);
  const relay = require(entry) as RelayRuntime; // the package itself
  const artifact = relay.getRequest(require(request));
  const environment = new relay.Environment({
    network: relay.Network.create(() => {
      throw new Error('The payload is committed, not fetched.');
    }),
    store: new relay.Store(new relay.RecordSource()),
    ...(byType ? { getDataID } : {}),
  });
  const operation = relay.createOperationDescriptor(artifact, {});
  const sent = await fetched(artifact.params.text);
  environment.commitPayload(operation, sent);
  return { sent, read: JSON.parse(JSON.stringify(environment.lookup(operation.fragment).data)) };
}
