import { z } from 'zod';
import { EXAMPLES, exampleProblem } from './examples.ts';
import { REQUESTS_PER_MINUTE } from './limit.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { type Route, TAGS } from './route.ts';
import { answers, Problem, requests } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;

const reference = (id: string) => `#/components/schemas/${id}`;

/** Returns the routes' OpenAPI 3.1 document, generated from the schemas that validate them. */
export function openApiDocument(routes: readonly Route[]): Json {
  const paths = Map.groupBy(routes, ({ path }) => path);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Management API',
      version: '1',
      description: `Develop, release and install apps. ${REQUESTS_PER_MINUTE} requests a minute per access token; \`forward\` is counted separately.`,
      contact: { name: 'Developer support' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/api/dev' }],
    security: [{ accessToken: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
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
    // Fields are added over time, so clients must not reject unknown fields.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _draft, $id: _id, ...schema }]) => [id, schema]),
  );
}

function operation(route: Route): Json {
  const body = route.body && requests.get(route.body);
  const answer = answers.get(route.answer);
  const example = EXAMPLES[route.operationId];
  if (!answer || (route.body && !body)) throw new Error(`A schema of ${route.operationId} isn't registered.`);
  const done = {
    description: 'Done.',
    content: { 'application/json': { schema: { $ref: reference(answer.id) }, example: example?.response } },
  };
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: route.description,
    parameters: parametersOf(route),
    ...(body
      ? {
          requestBody: {
            required: !route.body?.safeParse({}).success,
            content: {
              [route.takesZip ? 'application/zip' : 'application/json']: {
                schema: { $ref: reference(body.id) },
                ...(route.takesZip ? {} : { example: example?.request }),
              },
            },
          },
        }
      : {}),
    responses: {
      ...(route.created ? { 200: { ...done, description: 'It already existed.' } } : {}),
      [route.status]: done,
      ...problemResponses(route),
      default: problemResponse(['internal_error']),
    },
  };
}

/** Returns a response for every status that a caller can get, with its codes. */
function problemResponses(route: Route): Json {
  const byStatus = Map.groupBy(problemsOf(route), (code) => PROBLEMS[code][0]);
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, problemResponse(codes)]));
}

function problemsOf({ path, team, body, query, problems }: Route): readonly ProblemCode[] {
  return [
    ...((body || query ? ['bad_request'] : []) as ProblemCode[]),
    ...((team ? ['team_header_required', 'team_forbidden'] : []) as ProblemCode[]),
    'unauthenticated',
    'missing_ability',
    ...((path.includes('{') ? ['not_found'] : []) as ProblemCode[]),
    ...((body ? ['payload_too_large', 'unsupported_media_type'] : []) as ProblemCode[]),
    'rate_limited',
    ...problems,
  ];
}

function problemResponse(codes: readonly ProblemCode[]): Json {
  const said = codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join(' ');
  return {
    description: said,
    content: {
      'application/problem+json': {
        schema: { $ref: reference(answers.get(Problem)?.id ?? '') },
        example: exampleProblem(codes[0]),
      },
    },
  };
}

function parametersOf({ path, team, query }: Route): readonly Json[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description:
      name === 'slug'
        ? `Slug of one of your ${path.startsWith('/themes') ? 'themes' : 'apps'}.`
        : 'Id of an event from the delivery log.',
    schema: { type: 'string' },
  }));
  const header = {
    name: 'X-Platform-Team',
    in: 'header',
    required: true,
    description: "Slug of one of the account's teams.",
    schema: { type: 'string' },
    example: 'lakeside',
  };
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]) => {
    const { $schema: _draft, ...shown } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return { name, in: 'query', schema: shown };
  });
  return [...inPath, ...(team ? [header] : []), ...inQuery];
}
