import { z } from 'zod';
import { REQUESTS_PER_MINUTE } from './limit.ts';
import { PROBLEMS } from './problems.ts';
import type { Route } from './route.ts';
import { answers, Problem, requests } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const reference = (id: string) => `#/components/schemas/${id}`;

/** The OpenAPI 3.1 document of routes, generated from the schemas that validate them. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths = Map.groupBy(routes, ({ path }) => path);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Management API',
      version: '1',
      description: `Develop, release and install apps. ${REQUESTS_PER_MINUTE} requests a minute per access token; \`forward\` is counted apart.`,
    },
    servers: [{ url: '/api/dev' }],
    security: [{ accessToken: [] }],
    paths: Object.fromEntries(
      [...paths].map(([path, methods]) => [
        path,
        Object.fromEntries(methods.map((route) => [route.method.toLowerCase(), operation(route)])),
      ]),
    ),
    components: {
      schemas: { ...schemasOf(requests, 'input'), ...schemasOf(answers, 'output') },
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal access token with the ability `develop-apps`.',
        },
      },
    },
  };
}

function schemasOf(registry: typeof answers, io: 'input' | 'output'): Json {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: reference,
    // Fields are added over time: a reader must not refuse those it does not know.
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _draft, $id: _id, ...schema }]) => [id, schema]),
  );
}

function operation(route: Route): Json {
  const body = route.body && requests.get(route.body);
  const answer = answers.get(route.answer);
  if (!answer || (route.body && !body))
    throw new Error(`A schema of ${route.operationId} is not registered.`);
  return {
    operationId: route.operationId,
    summary: route.summary,
    parameters: parametersOf(route),
    ...(body
      ? {
          requestBody: {
            required: !route.body?.safeParse({}).success,
            content: { 'application/json': { schema: { $ref: reference(body.id) } } },
          },
        }
      : {}),
    responses: {
      [route.status]: {
        description: 'Done.',
        content: { 'application/json': { schema: { $ref: reference(answer.id) } } },
      },
      default: {
        description: `A problem; \`code\` is one of ${Object.keys(PROBLEMS).join(', ')}.`,
        content: {
          'application/problem+json': { schema: { $ref: reference(answers.get(Problem)?.id ?? '') } },
        },
      },
    },
  };
}

function parametersOf({ path, team, query }: Route): readonly Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const header = { name: 'X-Platform-Team', in: 'header', required: true, schema: { type: 'string' } };
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { $schema: _draft, ...shown } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return { name, in: 'query', schema: shown };
  });
  return [...inPath, ...(team ? [header] : []), ...inQuery];
}
