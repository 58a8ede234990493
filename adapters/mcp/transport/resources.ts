import type {
  ListResourcesResult,
  ReadResourceResult,
  Resource,
} from '@modelcontextprotocol/sdk/spec.types.js';
import type { Execute } from '#kit/execute.ts';
import { agentViewer } from '../../storefront.ts';
import { type PolicyPage, policyUri } from '../ucp/policies.ts';
import { ownError, RpcError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { storefrontPoliciesDocument } from './generated.ts';
import type { Params } from './message.ts';
import { RPC } from './protocol.ts';
import { keptResult, members } from './result.ts';

/** Each storefront's policy pages as resources (docs/interface/mcp.md#resources). */
export interface Resources {
  readonly list: (exchange: Exchange) => Promise<string>;
  readonly read: (exchange: Exchange, params: Params) => Promise<string>;
}

export function openResources(execute: Execute): Resources {
  return {
    list: (exchange) =>
      failing(exchange, async () => {
        const resources = (await pagesOf(exchange, execute)).map((page) => describe(page, exchange));
        return keptResult(exchange, members({ resources } satisfies ListResourcesResult));
      }),
    read: (exchange, params) =>
      failing(exchange, async () => {
        const uri = String(params.uri);
        const pages = await pagesOf(exchange, execute);
        const page = pages.find(({ kind }) => policyUri(exchange.storefront, kind) === uri);
        if (!page) throw notFound(uri, exchange);
        const contents = [{ uri, mimeType: MARKDOWN, text: textOf(page) }];
        return keptResult(exchange, members({ contents } satisfies ReadResourceResult));
      }),
  };
}

async function pagesOf(
  { storefront, requestId }: Exchange,
  execute: Execute,
): Promise<readonly PolicyPage[]> {
  const caller = { viewer: agentViewer(storefront, 'mcp', null), requestId };
  const { storefrontByHost } = await execute(storefrontPoliciesDocument, { host: storefront.domain }, caller);
  return storefrontByHost?.agentPolicies ?? [];
}

const textOf = ({ title, text }: PolicyPage) => `# ${title}\n\n${text}\n`;

const MARKDOWN = 'text/markdown';

const describe = (page: PolicyPage, { storefront }: Exchange): Resource => ({
  uri: policyUri(storefront, page.kind),
  name: page.kind,
  title: page.title,
  mimeType: MARKDOWN,
  size: Buffer.byteLength(textOf(page)),
});

/** Gives a failure the same status as over HTTP; internal failures are logged and masked. */
async function failing<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof RpcError ? error : ownError(error, exchange.requestId);
    if (known !== error)
      exchange.log.error({ err: error, requestId: exchange.requestId }, 'Failed to read a resource');
    throw known;
  }
}

const LONGEST_URI = 200;

/** The eras have different codes for this. */
const notFound = (uri: string, { era }: Exchange) =>
  new RpcError(
    200,
    era === 'stateless' ? RPC.invalidParams : RPC.resourceNotFound,
    'There is no such resource; resources/list lists them all.',
    { uri: uri.slice(0, LONGEST_URI).toWellFormed() },
  );
