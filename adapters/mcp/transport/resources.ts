import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Execute } from '#kit/execute.ts';
import { agentViewer } from '../../storefront.ts';
import { type PolicyPage, policyUri } from '../ucp/policies.ts';
import { ownError, RpcError } from './errors.ts';
import { storefrontPoliciesDocument } from './generated.ts';
import { RPC } from './protocol.ts';
import { members, writeKept } from './result.ts';
import type { Exchange, SharedTransport } from './transport.ts';

/** Makes the policy pages of each storefront resources of the server (docs/interface/mcp.md#resources). */
export function offerResources(
  server: Server,
  { exchangeOf, execute }: Pick<SharedTransport, 'exchangeOf'> & { readonly execute: Execute },
): void {
  server.setRequestHandler(ListResourcesRequestSchema, async (_request, { requestId }) => {
    const exchange = exchangeOf(requestId);
    const pages = await failing(exchange, () => pagesOf(exchange, execute));
    const resources = pages.map((page) => describe(page, exchange));
    writeKept(exchange, members({ resources }));
    return { resources: [] };
  });

  server.setRequestHandler(ListResourceTemplatesRequestSchema, (_request, { requestId }) => {
    writeKept(exchangeOf(requestId), members({ resourceTemplates: [] }));
    return { resourceTemplates: [] };
  });

  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }, { requestId }) => {
    const exchange = exchangeOf(requestId);
    await failing(exchange, async () => {
      const pages = await pagesOf(exchange, execute);
      const page = pages.find(({ kind }) => policyUri(exchange.storefront, kind) === uri);
      if (!page) throw notFound(uri, exchange);
      const { mimeType } = describe(page, exchange);
      writeKept(exchange, members({ contents: [{ uri, mimeType, text: textOf(page) }] }));
    });
    return { contents: [] };
  });
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

const describe = (page: PolicyPage, { storefront }: Exchange) => ({
  uri: policyUri(storefront, page.kind),
  name: page.kind,
  title: page.title,
  mimeType: 'text/markdown',
  size: Buffer.byteLength(textOf(page)),
});

/** A failure with the status it has over HTTP; what is ours is logged, and masked. */
async function failing<T>(exchange: Exchange, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = error instanceof RpcError ? error : ownError(error, exchange.requestId);
    if (known !== error)
      exchange.log.error({ err: error, requestId: exchange.requestId }, 'a resource failed');
    exchange.status = known.status;
    throw known;
  }
}

const LONGEST_URI = 200;

/** The eras have codes of their own for this. */
const notFound = (uri: string, { era }: Exchange) =>
  new RpcError(
    200,
    era === 'stateless' ? RPC.invalidParams : RPC.resourceNotFound,
    'There is no such resource; resources/list names all there are.',
    { uri: uri.slice(0, LONGEST_URI).toWellFormed() },
  );
