import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Budgets } from '#kit/budgets.ts';
import { ProtocolError } from '#kit/errors.ts';
import type { Callers, Identified } from './callers.ts';
import type { RegisteredDocuments } from './registered-documents.ts';

export interface OpenDocumentRequests {
  readonly callers: Callers;
  readonly documents: RegisteredDocuments;
  /** Budget for registered documents. */
  readonly budgets: Budgets;
}

/** A request for a registered document. */
interface DocumentRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly identified: Identified;
  readonly budgetKey: string;
}

/**
 * Puts a registered document's text in the place of its `documentId`, so that the request continues like one
 * with a query. Returns true if it did, false for requests without an id. Throws a ProtocolError for an id
 * that the install's version didn't register.
 */
export type TakeDocument = (request: DocumentRequest) => Promise<boolean>;

/** Points for an unknown id: it causes a look-up, because another version may just have gone live. */
const UNKNOWN = 1;
const LONGEST_ID = 128;

export function createTakeDocument({ callers, documents, budgets }: OpenDocumentRequests): TakeDocument {
  const textOf = async ({ documentsVersion }: Identified, id: string, requestId: string) =>
    documentsVersion === null ? null : documents.textOf(documentsVersion, id, requestId);

  return async ({ request, reply, identified, budgetKey }) => {
    const { method, body, query, headers } = request;
    if (isTable(query) && !isMissing(query.documentId))
      throw refused('Send documentId with POST, in the body.');
    if (method !== 'POST' || !isTable(body) || isMissing(body.documentId)) return false;
    const { documentId: id, ...others } = body;
    if (typeof id !== 'string') throw refused('documentId must be text.');
    if (!isMissing(others.query)) throw refused('Send either query or documentId, but not both.');
    if (identified.viewer.kind !== 'app')
      throw new ProtocolError(
        400,
        'UNAUTHENTICATED',
        "documentId needs an install's runtime token, because each app registers its own documents.",
      );
    let text = await textOf(identified, id, request.id);
    if (text === null) {
      const { allowed, retryAfterSeconds } = await budgets.take(budgetKey, UNKNOWN);
      if (!allowed) {
        reply.header('retry-after', retryAfterSeconds);
        throw new ProtocolError(429, 'THROTTLED', `Try again in ${retryAfterSeconds} s.`);
      }
      const current = await callers.look(headers.authorization, request.id);
      text = await textOf(current, id, request.id);
    }
    if (text === null) throw notFound(id);
    request.body = { ...others, query: text };
    return true;
  };
}

const refused = (message: string) => new ProtocolError(400, 'BAD_USER_INPUT', message);

function notFound(id: string): ProtocolError {
  const documentId = id.length > LONGEST_ID ? `${id.slice(0, LONGEST_ID)}…` : id;
  const message = `The version that this install runs has no document "${documentId}". Push a version that registers it; installs except development installs also need its release.`;
  return new ProtocolError(400, 'DOCUMENT_NOT_FOUND', message, { documentId });
}

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
