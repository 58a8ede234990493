import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import type { Logger } from '#kit/log.ts';
import type { Charge, CostReport } from '../cost/limits.ts';
import type { Engine } from '../engine/engine.ts';
import { isAway, RETRY_AFTER } from './away.ts';
import type { DeveloperContext } from './developer-context.ts';
import { createKnownDocuments } from './known-documents.ts';
import { maskError } from './mask.ts';
import type { PlainRequest } from './plain-request.ts';
import { reportErrors } from './report.ts';
import { unstorableVariable } from './storable-text.ts';

/** An HTTP response to send. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** In parts if joining them would copy a large body. */
  readonly body: string | readonly Buffer[];
}

/** Returns null if the operation doesn't exist: Apollo Server explains why. */
export type AnswerPlainly = (request: PlainRequest, context: DeveloperContext) => Promise<Answer | null>;

export interface OpenPlainAnswers {
  readonly charge: Charge;
  readonly documentTokens: number;
  readonly log: Logger;
}

/**
 * Handles plain requests as Apollo Server does, without its overhead: with the same rules, limits, masks and
 * statuses, which test/developer/graphql-both-ways.test.ts compares byte by byte.
 */
export function createPlainAnswers(
  engine: Engine,
  { charge, documentTokens, log }: OpenPlainAnswers,
): AnswerPlainly {
  const { schema } = engine;
  const documentOf = createKnownDocuments(schema, documentTokens);

  return async ({ query, operationName, variables: given, contentType }, context) => {
    const known = documentOf(query, operationName);
    if (!known) return null;
    if ('errors' in known) return refusal(known.errors, contentType);
    const unstorable = unstorableVariable(given);
    if (unstorable) return refusal([unstorable.toJSON()], contentType);
    const variables = { ...given, ...known.literals };
    const { report, refused } = await charge({ schema, ...known }, variables, context);
    if (refused) return refusal([refused.toJSON()], contentType, report);
    const about = engine.aboutSchema(known.document, operationName, variables);
    if (about && 'json' in about) return answerAbout(about.json, contentType, report);
    const result =
      about?.failed ?? (await engine.run(known.document, operationName, variables, context.caller));
    if (result.errors) reportErrors(log, result.errors, context.caller.requestId);
    return answerOf(result, contentType, report);
  };
}

/** Responds for an operation that ran, or whose variables are invalid. */
function answerOf(
  { errors, data, extensions }: ExecutionResult,
  contentType: string,
  cost: CostReport | null,
): Answer {
  const away = errors !== undefined && isAway(errors, data);
  const unfit = errors !== undefined && errors.length > 0 && data === undefined;
  return {
    status: away ? 503 : unfit ? 400 : 200,
    headers: { 'content-type': contentType, ...(away && { 'retry-after': RETRY_AFTER }) },
    body: print({
      errors: errors?.map((error) => maskError(error.toJSON())),
      data,
      extensions: cost ? { ...extensions, cost } : extensions,
    }),
  };
}

/** Responds for an introspection operation: hundreds of kilobytes, serialized once. */
const answerAbout = (json: Buffer, contentType: string, cost: CostReport | null): Answer => ({
  status: 200,
  headers: { 'content-type': contentType },
  body: [DATA, json, Buffer.from(cost ? `,"extensions":${JSON.stringify({ cost })}}\n` : '}\n')],
});

const DATA = Buffer.from('{"data":');

/** Responds for an operation that didn't run. */
function refusal(
  errors: readonly GraphQLFormattedError[],
  contentType: string,
  cost: CostReport | null = null,
): Answer {
  const http = errors[0]?.extensions?.http as Refusal | undefined; // as created by `refusal` in cost/limits.ts
  return {
    status: http?.status ?? 400,
    headers: { ...Object.fromEntries(http?.headers ?? []), 'content-type': contentType },
    body: print({ errors: errors.map(maskError), ...(cost && { extensions: { cost } }) }),
  };
}

interface Refusal {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
}

const print = (result: object): string => `${JSON.stringify(result)}\n`;
