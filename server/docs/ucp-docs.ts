import { LODGING_CODECS } from '#adapters/lodging/codecs.ts';
import { lodgingTools } from '#adapters/lodging/tools.ts';
import type { Tool } from '#adapters/mcp/tools/tool.ts';
import { TOOLS } from '#adapters/mcp/tools/tools.ts';
import { CAPABILITY, mcpPath, UCP_VERSION, UCP_VERSIONS } from '#adapters/mcp/transport/protocol.ts';
import { lodgingSchema } from '#adapters/mcp/ucp/lodging-schema.ts';
import { SESSION_STATUS } from '#adapters/mcp/ucp/output-schema.ts';
import { LODGING_SCHEMA } from '#adapters/mcp/ucp/to-lodging.ts';
import { fieldTable, type Schema, table, written } from './markdown.ts';

/** Writes the page for UCP's fields: results, lodging metadata and the lodging draft. */
export function ucpPage(): string {
  const statuses = (SESSION_STATUS.enum as readonly string[]).map((status) => `\`${status}\``); // all strings
  return `${[
    `# UCP, every field

${written('`adapters/mcp/ucp/` and `adapters/lodging/`')}

A storefront's profile at \`{base_url}/.well-known/ucp\` names its versions and capabilities. [Booking over
MCP](../guides/book-over-mcp.md) uses the tools in order, and [MCP tools](mcp-tools.md) lists their arguments.`,
    '## Versions',
    table(
      ['version', 'endpoint', ''],
      UCP_VERSIONS.map((version) => [
        `\`${version}\``,
        `\`{base_url}${mcpPath(version)}\``,
        version === UCP_VERSION ? 'The version in the profile.' : 'Also served, at its own endpoint.',
      ]),
    ),
    `Capabilities: ${Object.values(CAPABILITY)
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    `## Results

Every result has \`ucp\` with its version, status and capabilities. A success also has these fields, and an error has \`messages\`.`,
    table(
      ['tool', 'always present'],
      [...TOOLS.values()].map(({ name, listing }) => [`\`${name}\``, requiredIn(listing).join(', ')]),
    ),
    `A session's \`status\` is ${statuses.join(', ')}.`,
    `## Lodging metadata

Products have these facts in \`metadata.lodging\`; absent ones are unknown. The JSON Schema is at
\`{base_url}${LODGING_SCHEMA}\`.`,
    fieldTable(lodgingSchema('{base_url}') as Schema), // the schema's own type allows any keyword
    `## The lodging draft

[The draft](../interface/lodging.md) has its own tools, if the operator and the host turned it on.`,
    ...Object.values(LODGING_CODECS).flatMap((codec) => [
      ...[...lodgingTools(codec).values()].map(
        ({ name, listing }) =>
          `### ${name}\n\n${listing.title}, in pin \`${codec.pin}\`.\n\n${fieldTable(listing.inputSchema)}`,
      ),
      `### Booking session, ${codec.pin}\n\nEvery tool of the draft returns the session.\n\n${fieldTable(codec.output as Schema)}`,
    ]),
  ].join('\n\n')}\n`;
}

/** Lists the required fields of a tool's success, with lists' and objects' own fields in parentheses. */
function requiredIn({ outputSchema }: Tool['listing']): readonly string[] {
  const [success] = (outputSchema as Schema).anyOf ?? []; // tools are defined with the success first
  return (success?.required ?? []).map((name) => {
    const field = success?.properties?.[name];
    const own = field?.items?.required ?? field?.required ?? [];
    return own.length > 0 ? `\`${name}\` (${own.map((one) => `\`${one}\``).join(', ')})` : `\`${name}\``;
  });
}
