import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ProtocolError } from '#kit/errors.ts';
import type { Execute } from '#kit/execute.ts';
import { openStatementDocument } from './generated.ts';
import { statementPage } from './pages/statement.ts';
import { sendPage } from './pages.ts';

type StatementRequest = FastifyRequest<{ Params: { permalinkId: string } }>;

/**
 * Serves a statement for paid apps, or its credit note, at its permalink (docs/interface/billing.md#statements). Anyone who
 * has the address can read it, e.g. an accountant without an account.
 */
export function statementRoutes(app: FastifyInstance, { execute }: { readonly execute: Execute }): void {
  app.get('/statements/:permalinkId', async ({ params: { permalinkId }, id }: StatementRequest, reply) => {
    const caller = { viewer: { kind: 'public' }, requestId: id } as const;
    const { appInvoiceByPermalink } = await execute(openStatementDocument, { permalinkId }, caller);
    if (!appInvoiceByPermalink) throw MISSING;
    return sendPage(reply, statementPage(appInvoiceByPermalink));
  });
}

const MISSING = new ProtocolError(404, 'not_found', 'There is no statement with this address.');
