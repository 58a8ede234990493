import { writeFile } from 'node:fs/promises';
import type { Tool } from '#adapters/mcp/tools/tool.ts';
import { TOOLS } from '#adapters/mcp/tools/tools.ts';
import { EXAMPLE_CHECK_IN, EXAMPLE_CHECK_OUT } from '#adapters/mcp/ucp/examples.ts';
import { openApiDocument } from '#adapters/rest/management/openapi.ts';
import { ROUTES } from '#adapters/rest/management/routes.ts';
import { acpPage } from './acp-docs.ts';
import { coveragePage } from './coverage-docs.ts';
import { historyPage } from './history-docs.ts';
import { fieldTable, json, type Schema, table, written } from './markdown.ts';
import { ucpPage } from './ucp-docs.ts';

/**
 * `tools/list` has examples with upcoming dates. The page uses this fixed date, so that its text doesn't
 * change daily.
 */
const PRINTED_CHECK_IN = '2027-06-18';
const PRINTED_CHECK_OUT = '2027-06-21';

/** Writes the page for agents' tools, from `tools/list`. */
export function toolsPage(): string {
  const introduction = `# MCP tools

${written('`adapters/mcp/tools/`')}

These are the tools that \`tools/list\` returns at \`{base_url}/api/mcp\`. Every tool also takes \`meta["ucp-agent"].profile\`, the URL of the calling
agent's profile. [Booking as an AI agent](../guides/book-over-mcp.md) uses them in order; [errors](errors.md#mcp) lists what they refuse.`;
  const page = `${[introduction, ...[...TOOLS.values()].map(toolSection)].join('\n\n')}\n`;
  return page.replaceAll(EXAMPLE_CHECK_IN, PRINTED_CHECK_IN).replaceAll(EXAMPLE_CHECK_OUT, PRINTED_CHECK_OUT);
}

function toolSection({ listing, needsCheckout, signed }: Tool): string {
  const { name, title, description, inputSchema, annotations } = listing;
  const hints = Object.entries(annotations).flatMap(([hint, on]) => (on ? [`\`${hint}\``] : []));
  return [
    `## ${name}`,
    `**${title}.** ${description.replaceAll(/^Example: (\{.*\})$/gm, 'Example: `$1`').replaceAll('\n', '\n\n')}`,
    ...(needsCheckout ? ['Listed where the storefront takes instant bookings.'] : []),
    ...(signed ? ['The HTTP answer is signed (RFC 9421).'] : []),
    ...(hints.length > 0 ? [`Annotations: ${hints.join(', ')}.`] : []),
    fieldTable(inputSchema),
  ].join('\n\n');
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
  readonly responses: Readonly<Record<string, Answer>>;
}
interface Parameter extends Pick<Schema, 'description'> {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
}
interface Answer {
  readonly description: string;
  readonly content: Readonly<Record<string, Media>>;
}
interface Document {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Writes the page for all management API endpoints, from its OpenAPI document. */
export function managementPage(): string {
  const { tags, paths, components } = openApiDocument(ROUTES) as unknown as Document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const introduction = `# Management API, every endpoint

${written("the management API's OpenAPI document")}

The endpoints are under \`{api_url}/api/dev\`; send \`Authorization: Bearer platform_pat_…\`. The same as OpenAPI 3.1 is at \`/api/dev/openapi.json\`.
[Management API](../guides/manage-apps.md) explains what is worth knowing first, [errors](errors.md#management-api) what each code means.`;
  const sections = tags.flatMap(({ name, description }) => [
    `## ${name}`,
    description,
    ...operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map((one) => endpoint(one, components.schemas)),
  ]);
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function endpoint({ method, path, operation }: Endpoint, schemas: Readonly<Record<string, Schema>>): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  const [status, answer] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [
    '',
    undefined,
  ];
  const answered = answer?.content['application/json'];
  const refusals = Object.entries(responses).filter(([code]) => code.startsWith('4'));
  return [
    `### ${method.toUpperCase()} ${path}`,
    `${summary} ${description}`.trim(),
    ...(parameters.length > 0 ? [parameterTable(parameters)] : []),
    ...(body ? [fieldTable(body.schema, schemas), example('Request', body.example)] : []),
    `Answers ${status}.`,
    ...(answered ? [fieldTable(answered.schema, schemas), example('Answer', answered.example)] : []),
    table(
      ['status', 'codes'],
      refusals.map(([code, refusal]) => [code, refusal.description]),
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
}

const parameterTable = (parameters: readonly Parameter[]) =>
  table(
    ['parameter', 'in', ''],
    parameters.map(({ name, in: where, required, description }) => [
      `\`${name}\``,
      where,
      [required ? 'Required.' : '', description ?? ''].filter(Boolean).join(' '),
    ]),
  );

const example = (title: string, value: unknown) => (value === undefined ? '' : `${title}:\n\n${json(value)}`);

if (import.meta.main) {
  const folder = new URL('../../docs/reference/', import.meta.url);
  await writeFile(new URL('mcp-tools.md', folder), toolsPage());
  await writeFile(new URL('ucp.md', folder), ucpPage());
  await writeFile(new URL('acp-fields.md', folder), acpPage());
  await writeFile(new URL('management-api.md', folder), managementPage());
  await writeFile(new URL('history.md', folder), historyPage());
  await writeFile(new URL('coverage.md', folder), coveragePage());
}
