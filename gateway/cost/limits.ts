import type { ApolloServerPlugin, BaseContext, GraphQLRequestContext } from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import { type DocumentNode, GraphQLError, type OperationDefinitionNode } from 'graphql';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import type { GraphqlErrorCode } from '#kit/errors.ts';
import { type Introspected, introspectedBy } from './introspection.ts';
import { operationCost, type Weight } from './operation-cost.ts';

/** What one document may ask for (docs/interface/graphql.md#cost). Tokens are counted while it is parsed, before all else. */
export const DOCUMENT_LIMITS = { tokens: 1_000, depth: 12, aliases: 50, fields: 2_000, cost: 1_000 } as const;

/**
 * What one operation may ask about the schema: `__schema` once, and at most twice what every tool asks. The schema has a bucket
 * of its own, as large as the other, from which what every tool asks takes `points`.
 */
export const INTROSPECTION_LIMITS = { schemas: 1, share: 2, points: 40 } as const;

/** Points of an install: how many at once, and how many come back a second. */
export const BUDGET = { capacity: 2_000, restoredPerSecond: 100 } as const;

/** Who pays for an operation. */
export interface Payer extends BaseContext {
  readonly budgetKey: string;
}

/** What `extensions.cost` of an answer says. */
interface CostReport {
  readonly requested: number;
  readonly maximum: number;
  readonly available?: number;
  readonly capacity?: number;
  readonly restoredPerSecond?: number;
}

/** Refuses operations that are too heavy or not paid for before anything of them runs, and reports their cost. */
export function limitsPlugin(budgets: Budgets, budget: BudgetSize = BUDGET): ApolloServerPlugin<Payer> {
  const weights = new WeakMap<OperationDefinitionNode, Weight & Introspected>();
  const weightOf = (request: Parsed, operation: OperationDefinitionNode): Weight & Introspected => {
    const known = weights.get(operation);
    if (known) return known;
    const { schema, document } = request;
    const weight = {
      ...operationCost(schema, document, operation),
      ...introspectedBy(schema, document, operation),
    };
    weights.set(operation, weight);
    return weight;
  };
  return {
    async requestDidStart() {
      let report: CostReport | null = null;
      return {
        async didResolveOperation(request) {
          const { operation } = request;
          if (!operation)
            throw refusal(400, 'BAD_USER_INPUT', `The document has no operation ${nameOf(request)}.`);
          if (operation.operation === 'subscription') {
            throw refusal(400, 'GRAPHQL_VALIDATION_FAILED', 'There are no subscriptions: use webhooks.');
          }
          const weight = weightOf(request, operation);
          refuseHeavy(weight);
          const requested = weight.cost(request.request.variables ?? {});
          report = { requested, maximum: DOCUMENT_LIMITS.cost };
          if (requested > DOCUMENT_LIMITS.cost) {
            const message = `The operation costs ${requested} points; at most ${DOCUMENT_LIMITS.cost} are allowed. Ask for fewer entries.`;
            throw refusal(400, 'MAX_COST_EXCEEDED', message);
          }
          const { budgetKey } = request.contextValue;
          if (weight.share > 0) {
            const points = Math.ceil(weight.share * INTROSPECTION_LIMITS.points);
            const { allowed, retryAfterSeconds } = await budgets.take(`${budgetKey} introspection`, points);
            if (!allowed) throw throttled('The schema was asked for too often.', retryAfterSeconds);
          }
          const { allowed, available, retryAfterSeconds } = await budgets.take(budgetKey, requested);
          report = { ...report, available, ...budget };
          if (allowed) return;
          const message = `The operation costs ${requested} points and ${available} are left.`;
          throw throttled(message, retryAfterSeconds);
        },
        async willSendResponse({ response: { body } }) {
          if (report === null || body.kind !== 'single') return;
          body.singleResult.extensions = { ...body.singleResult.extensions, cost: report };
        },
      };
    },
  };
}

/** A request whose document is parsed and valid. */
type Parsed = Pick<GraphQLRequestContext<Payer>, 'schema'> & { readonly document: DocumentNode };

const nameOf = ({ request: { operationName } }: GraphQLRequestContext<Payer>) =>
  operationName ? `"${operationName}"` : 'that could be meant: name one in operationName';

/** Throws `GRAPHQL_VALIDATION_FAILED` for a document that breaks a limit. */
function refuseHeavy(weight: Weight & Introspected): void {
  for (const measure of ['fields', 'depth', 'aliases'] as const) {
    const limit = DOCUMENT_LIMITS[measure];
    if (weight[measure] <= limit) continue;
    throw refusal(
      400,
      'GRAPHQL_VALIDATION_FAILED',
      `The operation is too large: ${measure} at most ${limit}.`,
    );
  }
  const { schemas, share } = INTROSPECTION_LIMITS;
  if (weight.schemas > schemas) {
    throw refusal(400, 'GRAPHQL_VALIDATION_FAILED', 'An operation asks for __schema at most once.');
  }
  if (weight.share > share) {
    const message =
      'The operation asks too much about the schema: at most twice what the introspection query of tools asks.';
    throw refusal(400, 'GRAPHQL_VALIDATION_FAILED', message);
  }
}

/** The 429 of a caller whose budget is used up, with `Retry-After`. */
export function throttled(what: string, retryAfterSeconds: number): GraphQLError {
  const headers = new HeaderMap([['retry-after', String(retryAfterSeconds)]]);
  return refusal(429, 'THROTTLED', `${what} Try again in ${retryAfterSeconds} s.`, headers);
}

function refusal(status: number, code: GraphqlErrorCode, message: string, headers = new HeaderMap()) {
  return new GraphQLError(message, { extensions: { code, http: { status, headers } } });
}
