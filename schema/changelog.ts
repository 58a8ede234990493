import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Change, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import { API_VERSIONS, type ApiVersion } from './views.ts';

/** A version with a changelog, and the version before it. */
export interface Step extends Pick<ApiVersion, 'final'> {
  readonly from: string;
  readonly to: string;
}

/** Every dated version after the first. */
export const STEPS: readonly Step[] = API_VERSIONS.slice(1).map(({ version, final }, place) => ({
  from: API_VERSIONS[place]?.version ?? '',
  to: version,
  final,
}));

/** Returns the differences between two schemas, ignoring descriptions. */
export const changesBetween = (from: GraphQLSchema, to: GraphQLSchema): Promise<readonly Change[]> =>
  diff(from, to, [DiffRule.simplifyChanges, DiffRule.ignoreDescriptionChanges]);

const SECTIONS = [
  ['Queries', ({ path }) => path?.startsWith('Query.')],
  ['Mutations', ({ path }) => path?.startsWith('Mutation.')],
  ['Fields and arguments', ({ path }) => path?.includes('.')],
  ['Types', () => true],
] as const satisfies readonly (readonly [string, (change: Change) => boolean | undefined])[];

/** Writes a version's changelog: everything new to an app on the previous version. */
export async function changelogOf({ from, to, final }: Step): Promise<string> {
  const newer = schemaOf(to);
  const left = [...(await changesBetween(schemaOf(from), newer))];
  const sections = SECTIONS.flatMap(([title, belongs]) => {
    const own = left.filter((change) => belongs(change));
    for (const change of own) left.splice(left.indexOf(change), 1);
    return own.length === 0
      ? []
      : [`## ${title}\n\n${own.map((change) => lineOf(change, newer)).join('\n')}`];
  });
  return `${[headOf({ from, to, final }), ...sections].join('\n\n')}\n`;
}

const headOf = ({ from, to, final }: Step) => `# ${to}

<!-- Written by \`npm run docs\` from the schemas of both versions. Do not edit. -->

What is new in ${to} since ${from}. Every operation of ${from} runs unchanged, except where a line below is **bold**.${final ? '' : candidate(to)}`;

const candidate = (version: string) => `

${version} is a release candidate until ${version}-01: fields may be added, but nothing changes or disappears.`;

function lineOf({ message, path, criticality }: Change, schema: GraphQLSchema): string {
  const text = message.replaceAll(/'([^']+)'/g, '`$1`');
  const marked = criticality.level === 'BREAKING' ? `**${text}**` : text;
  const words = (path && descriptionAt(schema, path))?.replaceAll(/\s+/g, ' ');
  return `- ${marked}${words ? `: ${words}` : ''}`;
}

function descriptionAt(schema: GraphQLSchema, path: string): string | null | undefined {
  const [typeName = '', fieldName, argumentName] = path.split('.');
  const type = schema.getType(typeName);
  if (fieldName === undefined) return type?.description;
  const field = isObjectType(type) || isInputObjectType(type) ? type.getFields()[fieldName] : undefined;
  if (argumentName === undefined || !field || !('args' in field)) return field?.description;
  return field.args.find(({ name }) => name === argumentName)?.description;
}

const schemaOf = (version: string): GraphQLSchema =>
  buildSchema(readFileSync(new URL(`./generated/${version}/api.graphql`, import.meta.url), 'utf8'));

if (import.meta.main) {
  for (const step of STEPS) {
    await writeFile(
      new URL(`../docs/reference/changelog/${step.to}.md`, import.meta.url),
      await changelogOf(step),
    );
  }
}
