import type { BaseContext } from '@apollo/server';
import { type DocumentNode, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { BudgetSize, Budgets } from '#kit/budgets.ts';
import type { GraphqlErrorCode } from '#kit/errors.ts';
import { type Introspected, introspectedBy } from './introspection.ts';
import { operationCost, type Variables, type Weight } from './operation-cost.ts';

/**
 * Limits for one document (docs/interface/graphql.md#cost). Tokens are counted during parsing, before
 * everything else.
 */
export const DOCUMENT_LIMITS = { tokens: 1_000, depth: 12, aliases: 50, fields: 2_000, cost: 1_000 } as const;

/**
 * Introspection limits for one operation: `__schema` once, and at most twice the standard query's size.
 * Introspection has a separate bucket with the same capacity; the standard query takes `points` from it.
 */
export const INTROSPECTION_LIMITS = { schemas: 1, share: 2, points: 40 } as const;

/** An install's points: capacity, and points restored per second. */
export const BUDGET = { capacity: 2_000, restoredPerSecond: 100 } as const;

/**
 * Limits of documents that an app's live version registered: the cost of one operation, and an install's
 * separate budget for them.
 */
export const REGISTERED = { cost: 2_000, budget: { capacity: 4_000, restoredPerSecond: 200 } } as const;

/** Account charged for an operation. */
export interface Payer extends BaseContext {
  readonly budgetKey: string;
  /** True if the operation is a registered document's. */
  readonly isRegistered?: boolean;
}

/** Content of `extensions.cost` in a response. */
export interface CostReport {
  readonly requested: number;
  readonly maximum: number;
  readonly available?: number;
  readonly capacity?: number;
  readonly restoredPerSecond?: number;
}

/** An operation's cost and its refusal; each null if it doesn't apply. */
export interface Charged {
  readonly report: CostReport | null;
  readonly refused: GraphQLError | null;
}

/** Refuses a valid operation that is too heavy, or takes its points from the payer's budget. */
export type Charge = (operation: Parsed, variables: Variables, payer: Payer) => Promise<Charged>;

/**
 * Creates a charge on these budgets. Registered documents are charged to `registered`, if there is any. Caches
 * each operation's weight.
 */
export function createCharge(budgets: Budgets, budget: BudgetSize = BUDGET, registered?: Budgets): Charge {
  const usual = { budgets, size: budget, most: DOCUMENT_LIMITS.cost };
  const larger = registered && { budgets: registered, size: REGISTERED.budget, most: REGISTERED.cost };
  const weights = new WeakMap<OperationDefinitionNode, Weight & Introspected>();
  const weightOf = ({ schema, document, operation }: Parsed): Weight & Introspected => {
    const known = weights.get(operation);
    if (known) return known;
    const weight = {
      ...operationCost(schema, document, operation),
      ...introspectedBy(schema, document, operation),
    };
    weights.set(operation, weight);
    return weight;
  };
  return async (parsed, variables, { budgetKey, isRegistered = false }) => {
    if (parsed.operation.operation === 'subscription')
      return { report: null, refused: refusal(400, 'GRAPHQL_VALIDATION_FAILED', NO_SUBSCRIPTIONS) };
    const weight = weightOf(parsed);
    const heavy = tooHeavy(weight);
    if (heavy) return { report: null, refused: refusal(400, 'GRAPHQL_VALIDATION_FAILED', heavy) };
    const requested = weight.cost(variables);
    const { most, size, ...spent } = (isRegistered && larger) || usual;
    const report = { requested, maximum: most };
    if (requested > most) {
      const message = `The operation costs ${requested} points, but at most ${most} are allowed. Request fewer entries.`;
      return { report, refused: refusal(400, 'MAX_COST_EXCEEDED', message) };
    }
    if (weight.share > 0) {
      const points = Math.ceil(weight.share * INTROSPECTION_LIMITS.points);
      const { allowed, retryAfterSeconds } = await budgets.take(`${budgetKey} introspection`, points);
      if (!allowed)
        return { report, refused: throttled('The schema was requested too often.', retryAfterSeconds) };
    }
    const { allowed, available, retryAfterSeconds } = await spent.budgets.take(budgetKey, requested);
    const message = `The operation costs ${requested} points, but only ${available} are left.`;
    return {
      report: { ...report, available, ...size },
      refused: allowed ? null : throttled(message, retryAfterSeconds),
    };
  };
}

/** Message for a subscription. */
export const NO_SUBSCRIPTIONS = "Subscriptions aren't supported. Use webhooks.";

/** A valid operation in a document. */
export interface Parsed {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
}

/** Returns the message for the first limit that an operation exceeds; null if it's within all limits. */
export function tooHeavy(weight: Weight & Introspected): string | null {
  for (const measure of ['fields', 'depth', 'aliases'] as const) {
    const limit = DOCUMENT_LIMITS[measure];
    if (weight[measure] > limit) return `The operation is too large: ${measure} at most ${limit}.`;
  }
  const { schemas, share } = INTROSPECTION_LIMITS;
  if (weight.schemas > schemas) return 'An operation can request __schema at most once.';
  if (weight.share > share)
    return 'The operation requests too much of the schema. At most twice a standard introspection query is allowed.';
  return null;
}

/** Returns the 429 for a caller whose budget is used up, with `Retry-After`. */
export function throttled(what: string, retryAfterSeconds: number): GraphQLError {
  const headers = new Map([['retry-after', String(retryAfterSeconds)]]);
  return refusal(429, 'THROTTLED', `${what} Try again in ${retryAfterSeconds} s.`, headers);
}

/** Returns a refused operation's error, with the response's status and headers (lower-case names). */
export function refusal(
  status: number,
  code: GraphqlErrorCode,
  message: string,
  headers: ReadonlyMap<string, string> = new Map(),
) {
  return new GraphQLError(message, { extensions: { code, http: { status, headers } } });
}
