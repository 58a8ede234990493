import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Kind, parse, print, visit } from 'graphql';

const schemaFolder = new URL('../../schema/', import.meta.url);
const read = (path) => readFileSync(new URL(path, schemaFolder), 'utf8');

/** Dated versions of the developer API, newest first. */
const DATED = readdirSync(new URL('generated/', schemaFolder))
  .filter((name) => /^\d{4}-\d{2}$/.test(name))
  .sort()
  .reverse();

/** Versions of the developer API. Each has its own pages. */
export const VERSIONS = [...DATED, 'unstable'];

/** Versions with a changelog: every dated version after the first. */
export const CHANGED = DATED.slice(0, -1);

/** A version's pages; `holds` selects the definitions on each page. */
export const PAGES = {
  queries: { title: 'Queries', holds: ({ name }) => name?.value === 'Query' },
  mutations: { title: 'Mutations', holds: ({ name }) => name?.value === 'Mutation' },
  objects: {
    title: 'Objects',
    holds: ({ kind, name }) =>
      [Kind.OBJECT_TYPE_DEFINITION, Kind.INTERFACE_TYPE_DEFINITION, Kind.UNION_TYPE_DEFINITION].includes(
        kind,
      ) && !['Query', 'Mutation'].includes(name.value),
  },
  inputs: { title: 'Input objects', holds: ({ kind }) => kind === Kind.INPUT_OBJECT_TYPE_DEFINITION },
  values: {
    title: 'Enums and scalars',
    holds: ({ kind }) => kind === Kind.ENUM_TYPE_DEFINITION || kind === Kind.SCALAR_TYPE_DEFINITION,
  },
};

/** Source files of the pages. */
export const WATCHED = [
  fileURLToPath(new URL('**/*.graphql', schemaFolder)),
  fileURLToPath(new URL('generated/*/api.graphql', schemaFolder)),
];

/** Renders a reference page as Markdown. */
export function referencePage(version, page) {
  const { definitions } = parse(read(`generated/${version}/api.graphql`));
  const pageOf = new Map(
    definitions.flatMap((definition) =>
      Object.entries(PAGES)
        .filter(([, { holds }]) => holds(definition))
        .map(([name]) => [definition.name?.value, name]),
    ),
  );
  const { title, holds } = PAGES[page];
  const shown = definitions.filter(holds);
  const root = page === 'queries' || page === 'mutations';
  const sections = root
    ? shown.flatMap(({ name, fields }) => fields.map((field) => operation(name.value, field, pageOf)))
    : shown.map((definition) => type(definition, pageOf));
  return `# ${title}\n\nDeveloper GraphQL API, version \`${version}\`.\n\n${sections.join('\n')}`;
}

const operation = (parent, field, pageOf) =>
  section([
    `## ${field.name.value}`,
    prose(field),
    deprecation(field),
    needs(`${parent}.${field.name.value}`),
    field.arguments.length > 0 &&
      table(
        ['argument', 'type', ''],
        field.arguments.map((one) => row(one, pageOf)),
      ),
    `Returns ${linked(field.type, pageOf)}.`,
  ]);

const type = (definition, pageOf) =>
  section([`## ${definition.name.value}`, prose(definition), members(definition, pageOf)]);

const section = (parts) => `${parts.filter(Boolean).join('\n\n')}\n`;

function members(definition, pageOf) {
  if (definition.values) {
    return table(
      ['value', ''],
      definition.values.map((one) => [`\`${one.name.value}\``, cell(one)]),
    );
  }
  if (definition.types) return `One of ${definition.types.map((one) => linked(one, pageOf)).join(', ')}.`;
  if (!definition.fields) return '';
  const input = definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION;
  return table(
    ['field', 'type', ''],
    definition.fields.map((field) => {
      const [name, of, text] = row(field, pageOf);
      const access = input ? '' : needs(`${definition.name.value}.${field.name.value}`);
      return [name, of, [text, access].filter(Boolean).join(' ')];
    }),
  );
}

/** Renders a field or an argument as a row with its name, type and description. */
function row(node, pageOf) {
  const standard = node.defaultValue ? ` Default: \`${print(node.defaultValue)}\`.` : '';
  const given = (node.arguments ?? []).map(
    (one) => `\`${one.name.value}\` (${linked(one.type, pageOf)}): ${cell(one)}`,
  );
  const takes = given.length > 0 ? ` Takes ${given.join(' ')}` : '';
  return [`\`${node.name.value}\``, linked(node.type, pageOf), `${cell(node)}${standard}${takes}`];
}

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const prose = (node) => escaped(node.description?.value ?? '');
const cell = (node) =>
  [prose(node), deprecation(node)]
    .filter(Boolean)
    .join(' ')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');

/** Escapes schema text, so that nothing in it renders as a tag or a template. */
const escaped = (text) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`') ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;'),
    )
    .join('');

function deprecation({ directives = [] }) {
  const deprecated = directives.find(({ name }) => name.value === 'deprecated');
  if (!deprecated) return '';
  const reason = deprecated.arguments.find(({ name }) => name.value === 'reason')?.value.value;
  return `**Deprecated.** ${reason ?? ''}`;
}

/** Renders a type with links to the named types' descriptions. */
function linked(type, pageOf) {
  const name = nameOf(type);
  const page = pageOf.get(name);
  const written = print(type);
  return page ? `[\`${written}\`](./${page}.md#${name.toLowerCase()})` : `\`${written}\``;
}

const nameOf = (type) => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));

const ACCESS = readAccess();

/** Describes the scope and capability that a field requires; empty if it requires neither. */
function needs(field) {
  const { scope, capability } = ACCESS.get(field) ?? {};
  const wanted = [scope && `the scope \`${scope}\``, capability && `the capability \`${capability}\``].filter(
    Boolean,
  );
  return wanted.length > 0 ? `Needs ${wanted.join(' or ')}.` : '';
}

function readAccess() {
  const found = new Map();
  const sources = readdirSync(schemaFolder, { recursive: true }).filter(
    (name) => name.endsWith('.graphql') && !/^(generated|fragments)/.test(name),
  );
  for (const file of sources) {
    visit(parse(read(file)), {
      FieldDefinition(field, _key, _parent, _path, ancestors) {
        const access = field.directives.find(({ name }) => name.value === 'access');
        const owner = ancestors.findLast((one) => one.name)?.name.value;
        if (access)
          found.set(
            `${owner}.${field.name.value}`,
            Object.fromEntries(access.arguments.map(({ name, value }) => [name.value, value.value])),
          );
      },
    });
  }
  return found;
}
