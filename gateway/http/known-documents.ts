import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import type { GraphqlErrorCode } from '#kit/errors.ts';
import { DOCUMENT_LIMITS } from '../cost/limits.ts';
import type { Variables } from '../cost/operation-cost.ts';
import { DOCUMENT_RULES } from './document-rules.ts';
import { tokensOf } from './document-store.ts';
import { takeLiterals, type WithoutLiterals } from './literals.ts';
import { fill, type Template, templateOf } from './template.ts';

/** A valid document, with the requested operation. */
export interface KnownDocument {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Literals from the text that became variables in the document. */
  readonly literals: Variables;
}

/** A document's errors, each with its code. */
export interface Refused {
  readonly errors: readonly GraphQLFormattedError[];
}

/** The cache key for a text's document, with the values for running it. */
interface Place {
  readonly key: string;
  readonly literals: Variables;
}

const NONE: Variables = {};

/**
 * Placeholder cached under the remainder of texts that can't share a document; each such document is cached
 * under its full text.
 */
const APART = 'apart';

/** Text characters cached per document token. */
const CHARACTERS = 20;
/** A cached text's overhead, in characters. */
const SMALLEST = 200;

/**
 * Parses and validates documents, and caches valid ones, limited by tokens instead of by count. Texts that
 * differ only in literals share a document (docs/decisions/0002-compiled-plans.md#literals).
 */
export function createKnownDocuments(
  schema: GraphQLSchema,
  tokens: number,
): (text: string, operationName: string | undefined) => KnownDocument | Refused | null {
  const documents = new LRUCache<string, Template | typeof APART>({
    maxSize: tokens,
    sizeCalculation: (kept, key) =>
      kept === APART ? Math.ceil((SMALLEST + key.length) / CHARACTERS) : tokensOf(kept.document),
  });
  const texts = new LRUCache<string, Place>({
    maxSize: tokens * CHARACTERS,
    sizeCalculation: (_place, text) => SMALLEST + text.length,
  });

  const share = (text: string, { rest, literals }: WithoutLiterals, template: Template) => {
    const values = fill(template, literals);
    if (!values) return null;
    texts.set(text, { key: rest, literals: values });
    return { document: template.document, literals: values };
  };

  const keepApart = (text: string, document: DocumentNode) => {
    documents.set(text, { document, slots: [] });
    texts.set(text, { key: text, literals: NONE });
    return { document, literals: NONE };
  };

  const documentOf = (text: string): Omit<KnownDocument, 'operation'> | Refused => {
    const taken = takeLiterals(text);
    const kept = taken && documents.get(taken.rest);
    const shared = taken && kept && kept !== APART && share(text, taken, kept);
    if (shared) return shared;
    const read = readDocument(schema, text);
    if ('errors' in read) return read;
    const template = taken && !kept ? templateOf(schema, read, taken.literals) : null;
    if (taken && !kept) documents.set(taken.rest, template ?? APART);
    return (taken && template && share(text, taken, template)) || keepApart(text, read);
  };

  return (text, operationName) => {
    const place = texts.get(text);
    const kept = place && documents.get(place.key);
    const known =
      kept && kept !== APART ? { document: kept.document, literals: place.literals } : documentOf(text);
    if ('errors' in known) return known;
    const operation = getOperationAST(known.document, operationName);
    return operation ? { ...known, operation } : null;
  };
}

function readDocument(schema: GraphQLSchema, text: string): DocumentNode | Refused {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: DOCUMENT_LIMITS.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: [invalid(error)] };
  }
  const errors = validate(schema, document, DOCUMENT_RULES);
  return errors.length ? { errors: errors.map(invalid) } : document;
}

const invalid = (error: GraphQLError): GraphQLFormattedError => ({
  ...error.toJSON(),
  extensions: { ...error.extensions, code: 'GRAPHQL_VALIDATION_FAILED' satisfies GraphqlErrorCode },
});
