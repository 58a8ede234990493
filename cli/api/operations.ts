import * as z from 'zod/mini';
import { type Answer, send } from './client.ts';
import { OPERATIONS } from './generated.ts';
import { endpointMissing, VersionMismatch } from './version-mismatch.ts';

type Operations = typeof OPERATIONS;
/** An operation's id in the management API's OpenAPI document (docs/interface/management.md#endpoints). */
export type OperationId = keyof Operations;

type InPath<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | InPath<Rest> : never;
type BodyOf<Schema> = Schema extends z.ZodMiniType ? { readonly body: z.input<Schema> } : unknown;

/** An operation's input: path parameters, team, query and body. */
export type Given<Id extends OperationId> = { readonly [Name in InPath<Operations[Id]['path']>]: string } & {
  readonly [Name in Operations[Id]['query'][number]]?: string | number;
} & (Operations[Id]['team'] extends true ? { readonly team: string } : unknown) &
  BodyOf<Operations[Id]['body']>;

/** An operation's output. */
export type Data<Id extends OperationId> = z.output<Operations[Id]['answer']>;

/** A response, both as received and as parsed by its schema. */
export type Answered<Id extends OperationId> = Answer & { readonly data: Data<Id> };

/** The caller and the timeout. */
export type Asking = { readonly token?: string | undefined; readonly timeoutMs?: number | undefined };

/** Calls an operation in the management API. Reports an unexpected response instead of using parts of it. */
export async function request<Id extends OperationId>(
  apiUrl: string,
  id: Id,
  given: Given<Id>,
  asking: Asking = {},
): Promise<Answered<Id>> {
  const { method, path, query, body, team } = OPERATIONS[id];
  // Values that `Given` allows, by name.
  const values = given as Readonly<Record<string, unknown>>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const asked = new URLSearchParams();
  for (const name of query) if (values[name] !== undefined) asked.set(name, String(values[name]));
  const answer = await send(apiUrl, {
    method,
    path: `/api/dev${filled}${asked.size ? `?${asked}` : ''}`,
    ...(body === null ? {} : { body: values.body }),
    ...(team ? { team: String(values.team) } : {}),
    ...asking,
  }).catch((refusal: unknown) => {
    throw endpointMissing(apiUrl, refusal) ?? refusal;
  });
  return { ...answer, data: read(apiUrl, id, answer.json) };
}

function read<Id extends OperationId>(apiUrl: string, id: Id, json: unknown): Data<Id> {
  const parsed = z.safeParse<z.ZodMiniType>(OPERATIONS[id].answer, json);
  // The type is derived from the schema that has just parsed the value.
  if (parsed.success) return parsed.data as Data<Id>;
  const path = parsed.error.issues[0]?.path ?? [];
  throw new VersionMismatch(apiUrl, ['$', ...path].join('.'), isMissing(json, path) ? 'api' : 'command');
}

/** True if the object at the end of the path lacks the path's last key. */
function isMissing(json: unknown, path: readonly PropertyKey[]): boolean {
  let value = json;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !(key in value)) return true;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key]; // an object, as just checked
  }
  return false;
}
