import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { DEFAULT_API_VERSION } from '../../schema/views.ts';
import { type Answer, send } from '../api/client.ts';
import { ApiFailure } from '../api/problem.ts';
import { requireEnv } from '../env-file.ts';
import { EXIT, Failure, missing } from '../failure.ts';
import { SECRET_NAMES } from '../secrets.ts';
import { print } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const execute = () =>
  command('execute')
    .argument('[document]', 'the GraphQL document; - reads standard input')
    .option('--file <path>', 'read the document from a file')
    .option('--variables <json>', 'variables as JSON, or @path to a file')
    .option('--api-version <version>', 'dated version of the API', DEFAULT_API_VERSION)
    .option('--runtime-token <token>', `runtime token of an install; defaults to ${SECRET_NAMES.token}`)
    .option('--env <path>', `file to read ${SECRET_NAMES.token} from`)
    .description('run a GraphQL document as an installed app')
    .action(async (given, options, command) => {
      const session = sessionOf(command);
      const query = await documentOf(given, options.file);
      const variables = await variablesOf(options.variables);
      const token = await runtimeToken(options);
      const answer = await ask(await session.apiUrl(), options.apiVersion, { query, variables }, token);
      print(session.json ? answer.text.trimEnd() : JSON.stringify(answer.json, null, 2));
      const errors = Errors.safeParse(answer.json).data?.errors ?? [];
      if (errors[0]) throw new Failure(EXIT.failed, errors[0].message);
    });

const Errors = z.object({ errors: z.array(z.object({ message: z.string() })) });

/** GraphQL errors can also have 4xx statuses; their body is a result and doesn't mean that the request failed. */
async function ask(apiUrl: string, version: string, body: unknown, token: string): Promise<Answer> {
  const path = `/developer/api/${encodeURIComponent(version)}/graphql`;
  try {
    return await send(apiUrl, { method: 'POST', path, body, token });
  } catch (refusal) {
    if (!(refusal instanceof ApiFailure)) throw refusal;
    const json = jsonOf(refusal.body);
    if (!Errors.safeParse(json).success) throw refusal;
    return { status: refusal.status, text: refusal.body, json };
  }
}

async function documentOf(given: string | undefined, file: string | undefined): Promise<string> {
  if (file !== undefined) return readText('--file', file);
  if (given === '-') return text(process.stdin);
  if (given) return given;
  throw missing('--file <path> or the document itself', 'The GraphQL document');
}

async function variablesOf(given: string | undefined): Promise<unknown> {
  if (given === undefined) return undefined;
  const json = jsonOf(given.startsWith('@') ? await readText('--variables', given.slice(1)) : given);
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw new Failure(
    EXIT.usage,
    '--variables must be a JSON object, or @ and the path to a file that contains one.',
  );
}

async function runtimeToken(options: { runtimeToken?: string; env?: string }): Promise<string> {
  if (options.runtimeToken) return options.runtimeToken;
  if (options.env !== undefined) return requireEnv(options.env, SECRET_NAMES.token);
  const token = process.env[SECRET_NAMES.token];
  if (token) return token;
  throw missing(`--runtime-token <token> or ${SECRET_NAMES.token}`, 'The runtime token of an install');
}

async function readText(flag: string, path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: Error) => {
    throw new Failure(EXIT.usage, `${flag} ${path} can't be read: ${error.message}`, { cause: error });
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the caller reports the expected format.
    return undefined;
  }
}
