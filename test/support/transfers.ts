import { request } from 'undici';
import { ask, type Developer } from './developer.ts';
import type { TestPlatform } from './platform.ts';
import { eventually } from './task-world.ts';

type At = Pick<TestPlatform, 'execute' | 'address'>;

/** A dry run's row. */
export interface DryRow {
  readonly line: number | null;
  readonly path: string;
  readonly kind: string;
  readonly externalId: string | null;
  readonly action: string;
  readonly error: { readonly field: string | null; readonly code: string; readonly message: string } | null;
}

/** An import as its host sees it. */
export interface SeenImport {
  readonly id: string;
  readonly status: string;
  readonly problem: string | null;
  readonly properties: number;
  readonly draft: string | null;
  readonly applied: number;
  readonly counts: Readonly<Record<'create' | 'update' | 'same' | 'error', number>>;
  readonly rows: { readonly nodes: readonly DryRow[] };
}

const IMPORT = `{ id status problem draft properties applied counts { create update same error }
  rows(first: 100) { nodes { line path kind externalId action error { field code message } } } }`;

/** The path from one of the platform's URLs, at the address where a test reaches it. */
const at = ({ address }: At, url: string) => `${address}${new URL(url).pathname}`;

/** Exports a team's catalog, by default from its oldest storefront. */
export async function exportCatalog(
  platform: At,
  { host }: Pick<Developer, 'host'>,
  storefrontId?: string,
): Promise<string> {
  const { exportCreate } = await ask<{ exportCreate: { export: { id: string } } }>(
    platform,
    host,
    'mutation ($input: ExportCreateInput!) { exportCreate(input: $input) { export { id } userErrors { message } } }',
    { input: { kind: 'platform_json', storefrontId } },
  );
  const look = async () =>
    (
      await ask<{ export: { status: string; url: string | null } }>(
        platform,
        host,
        'query ($id: ID!) { export(id: $id) { status url } }',
        exportCreate.export,
      )
    ).export;
  const { url } = await eventually(look, ({ status }) => status !== 'running');
  const { statusCode, body } = await request(at(platform, url ?? ''));
  if (statusCode !== 200) throw new Error(`The export answers ${statusCode}.`);
  return body.text();
}

/** Sends a file to an import. */
export async function sendFile(platform: At, uploadUrl: string, file: string | Buffer): Promise<number> {
  const { statusCode, body } = await request(at(platform, uploadUrl), { method: 'PUT', body: file });
  await body.dump();
  return statusCode;
}

/** Begins an import, with or without a file. */
export async function beginImport(
  platform: At,
  { host }: Pick<Developer, 'host'>,
  input: Readonly<Record<string, unknown>> = { kind: 'platform_json' },
) {
  const { importCreate } = await ask<{
    importCreate: {
      import: { id: string; uploadUrl: string | null } | null;
      userErrors: readonly { code: string; field: readonly string[] | null }[];
    };
  }>(
    platform,
    host,
    'mutation ($input: ImportCreateInput!) { importCreate(input: $input) { import { id uploadUrl } userErrors { code field } } }',
    { input },
  );
  return importCreate;
}

/** An import's current state. */
export const seeImport = async (platform: At, { host }: Pick<Developer, 'host'>, id: string) =>
  (
    await ask<{ import: SeenImport }>(platform, host, `query ($id: ID!) { import(id: $id) ${IMPORT} }`, {
      id,
    })
  ).import;

/** Checks a file in a dry run. */
export async function checkFile(
  platform: At,
  who: Pick<Developer, 'host'>,
  file: string | Buffer,
  input: Readonly<Record<string, unknown>> = { kind: 'platform_json' },
): Promise<SeenImport> {
  const { import: begun } = await beginImport(platform, who, input);
  if (!begun) throw new Error('The import was not begun.');
  if (begun.uploadUrl && (await sendFile(platform, begun.uploadUrl, file)) !== 200)
    throw new Error('The file was refused.');
  return eventually(
    () => seeImport(platform, who, begun.id),
    ({ status }) => status !== 'uploaded' && status !== 'waiting',
  );
}

/** Requests that an import be applied. */
export const startApplying = async (platform: At, { host }: Pick<Developer, 'host'>, id: string) =>
  (
    await ask<{ importApply: { userErrors: readonly { code: string; message: string }[] } }>(
      platform,
      host,
      'mutation ($id: ID!) { importApply(id: $id) { userErrors { code message } } }',
      { id },
    )
  ).importApply.userErrors;

/** Checks and applies a file; it must contain no errors. */
export async function importFile(
  platform: At,
  who: Pick<Developer, 'host'>,
  file: string,
  input?: Readonly<Record<string, unknown>>,
): Promise<SeenImport> {
  const checked = await checkFile(platform, who, file, input);
  const errors = await startApplying(platform, who, checked.id);
  if (errors.length > 0) throw new Error(JSON.stringify({ errors, checked }, null, 1));
  return eventually(
    () => seeImport(platform, who, checked.id),
    ({ status }) => status === 'done' || status === 'failed',
  );
}
