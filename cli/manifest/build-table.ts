import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Issue } from '../../packages/manifest/manifest.ts';
import { EXIT, Failure } from '../failure.ts';
import type { AppToml } from './app-toml.ts';

/**
 * `[build]` in app.toml: files that another tool builds and a push sends next to the manifest. Only this CLI
 * uses the table; the platform receives the files' contents.
 */
type Build = { readonly documents?: string };

/** Persisted documents: GraphQL texts by id. */
export type Documents = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isBuild = (value: unknown): value is Build =>
  isTable(value) &&
  (value.documents === undefined || (typeof value.documents === 'string' && value.documents.trim() !== ''));

/** Returns the table's issues. */
export const buildIssues = (value: unknown): readonly Pick<Issue, 'path' | 'code' | 'message'>[] =>
  value === undefined || isBuild(value)
    ? []
    : [
        {
          path: 'build.documents',
          code: 'invalid',
          message:
            'build.documents must be the path of a JSON file, for example "src/gql/persisted-documents.json".',
        },
      ];

/** Returns the path of the file with persisted documents, next to app.toml; undefined if it names none. */
export function documentsPath({ path, table }: Pick<AppToml, 'path' | 'table'>): string | undefined {
  const { documents } = isBuild(table.build) ? table.build : {};
  return documents === undefined ? undefined : join(dirname(path), documents);
}

/** Reads the persisted documents that app.toml names; undefined if it names none. */
export async function readDocuments(app: Pick<AppToml, 'path' | 'table'>): Promise<Documents | undefined> {
  const path = documentsPath(app);
  if (path === undefined) return undefined;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw new Failure(EXIT.failed, `${path} can't be read: ${error.message}`);
    throw new Failure(EXIT.usage, `There is no ${path}, which ${app.path} names under [build].`, {
      hint: 'Generate it first, for example with npx graphql-codegen.',
    });
  });
  const documents = parse(text);
  if (isTable(documents)) return documents;
  throw new Failure(EXIT.invalid, `${path} isn't a JSON object of GraphQL texts by id.`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
