import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { introspectedBy } from '../cost/introspection.ts';
import { DOCUMENT_LIMITS, NO_SUBSCRIPTIONS, REGISTERED, tooHeavy } from '../cost/limits.ts';
import { LARGEST, operationCost } from '../cost/operation-cost.ts';
import { DOCUMENT_RULES } from '../http/document-rules.ts';

/** A reason why a document can't be registered. */
interface Reason {
  readonly message: string;
  readonly operation?: OperationDefinitionNode;
  /** Line and column, if the reason has a place. */
  readonly place?: string;
}

/** Ids with this prefix are checked: GraphQL over HTTP defines them as the text's SHA-256. */
const SHA256 = 'sha256:';

/**
 * Returns the first reason why a document can't be registered, in a sentence with its id, operation and place;
 * null if it can. The cost limit never refuses a request with a valid document, because the check assumes the
 * largest pages.
 */
export function documentIssue(schema: GraphQLSchema, id: string, text: string): string | null {
  const reason = hashReason(id, text) ?? reasonOf(schema, text);
  if (!reason) return null;
  const { operation, place, message } = reason;
  const name = operation?.name ? ` (${operation.operation} ${operation.name.value})` : '';
  return `Document "${id}"${name}${place === undefined ? '' : `, ${place}`}: ${message}`;
}

function hashReason(id: string, text: string): Reason | null {
  if (!id.startsWith(SHA256)) return null;
  const digest = createHash('sha256').update(text).digest('hex');
  return id === `${SHA256}${digest}` ? null : { message: `The text's SHA-256 is ${digest}.` };
}

function reasonOf(schema: GraphQLSchema, text: string): Reason | null {
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: DOCUMENT_LIMITS.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return placed(error);
  }
  const [operation, ...others] = document.definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation) return { message: 'There is no operation.' };
  const reason =
    others.length === 0
      ? operationReason(schema, document, operation)
      : { message: `There are ${others.length + 1} operations. Register each as its own document.` };
  return reason && { ...reason, operation };
}

function operationReason(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Reason | null {
  if (operation.operation === 'subscription') return { message: NO_SUBSCRIPTIONS };
  const [error] = validate(schema, document, DOCUMENT_RULES, { maxErrors: 1 });
  if (error) return placed(error);
  const weight = {
    ...operationCost(schema, document, operation),
    ...introspectedBy(schema, document, operation),
  };
  const heavy = tooHeavy(weight);
  if (heavy) return { message: heavy };
  const cost = weight.cost(LARGEST);
  if (cost <= REGISTERED.cost) return null;
  return {
    message: `The operation can cost ${cost} points with the largest pages, but at most ${REGISTERED.cost} are allowed. Write smaller page sizes into the document.`,
  };
}

function placed({ message, locations }: GraphQLError): Reason {
  const [place] = locations ?? [];
  return place ? { message, place: `line ${place.line}, column ${place.column}` } : { message };
}
