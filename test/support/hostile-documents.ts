import {
  type GraphQLArgument,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Chance } from './seeded.ts';

/** A document under construction. */
interface Writing {
  readonly chance: Chance;
  readonly variables: number;
  /** Number of selections out of four with a condition. */
  readonly conditional: number;
  /** Spread fragments that aren't written yet. */
  readonly pending: { readonly name: string; readonly type: GraphQLObjectType; readonly depth: number }[];
  readonly named: Map<string, string[]>;
  /** Number of the current fragment: it spreads only later ones, so there is no cycle. */
  at: number;
  fragments: number;
  aliases: number;
  /** Remaining selections. */
  left: number;
}

/**
 * A document with up to about 1,000 tokens that causes the maximum work: fragments, conditions, aliases, odd
 * literals.
 */
export function hostileDocument(chance: Chance, schema: GraphQLSchema): string {
  const query = schema.getQueryType();
  if (!query) throw new Error('The schema has no queries.');
  const writing: Writing = {
    chance,
    variables: 1 + chance.below(30),
    conditional: chance.below(4),
    pending: [],
    named: new Map(),
    at: -1,
    fragments: 0,
    aliases: 0,
    left: 60 + chance.below(120),
  };
  const root = selections(writing, query, 0, 30);
  const fragments: string[] = [];
  for (let next = writing.pending.shift(); next; next = writing.pending.shift()) {
    writing.at = Number(next.name.slice(1));
    fragments.push(
      `fragment ${next.name} on ${next.type.name} {${selections(writing, next.type, next.depth, 4)}}`,
    );
  }
  const body = `{${root}} ${fragments.join(' ')}`;
  const used = new Set(body.match(/\$v\d+/g));
  const variables = [...used].map((name) => `${name}: Boolean = true`).join(' ');
  return `query ${variables && `(${variables})`} ${body}`;
}

function selections(writing: Writing, type: GraphQLObjectType, depth: number, most: number): string {
  const written: string[] = [];
  for (let count = 1 + writing.chance.below(most); count > 0 && writing.left > 0; count--) {
    writing.left -= 1;
    written.push(selection(writing, type, depth));
  }
  return written.join(' ') || '__typename';
}

function selection(writing: Writing, type: GraphQLObjectType, depth: number): string {
  const { chance } = writing;
  const kind = chance.below(8);
  if (kind < 3) return spreads(writing, type, depth);
  if (kind === 3) return `... ${condition(writing)} {${selections(writing, type, depth, 3)}}`;
  const field = chance.pick(Object.values(type.getFields()));
  const named = getNamedType(field.type);
  const alias = chance.below(4) === 0 ? `a${writing.aliases++}: ` : '';
  const head = `${alias}${field.name}${argumentsOf(writing, field.args)} ${condition(writing)}`;
  if (isLeafType(named)) return head;
  if (!isObjectType(named) || depth > 10) return '__typename';
  return `${head} {${selections(writing, named, depth + 1, 8)}}`;
}

/** A fragment spread up to three times: a new one, or one that is also spread elsewhere. */
function spreads(writing: Writing, type: GraphQLObjectType, depth: number): string {
  const { chance, named } = writing;
  const known = named.get(type.name) ?? [];
  named.set(type.name, known);
  const later = known.filter((name) => Number(name.slice(1)) > writing.at);
  const again = later.length > 0 && (chance.below(3) > 0 || writing.fragments > 60);
  const name = again ? chance.pick(later) : `F${writing.fragments++}`;
  if (!again) {
    known.push(name);
    writing.pending.push({ name, type, depth });
  }
  return Array.from({ length: 1 + chance.below(3) }, () => `...${name} ${condition(writing)}`).join(' ');
}

const condition = ({ chance, conditional, variables }: Writing): string =>
  chance.below(4) < conditional
    ? `@${chance.pick(['skip', 'include'])}(if: $v${chance.below(variables)})`
    : '';

const LITERALS: Readonly<Record<string, string>> = {
  ID: '1',
  Int: '1',
  Boolean: 'true',
  String: '"text"',
  Date: '"2031-05-05"',
  DateTime: '"2031-05-05T00:00:00Z"',
  MinorUnits: '1',
};

function argumentsOf({ chance }: Writing, args: readonly GraphQLArgument[]): string {
  const given = args.flatMap(({ name, type }) => {
    if (!isNonNullType(type) && chance.below(30) > 0) return [];
    const named = getNamedType(type).name;
    return [`${name}: ${chance.below(40) === 0 ? bomb(chance) : (LITERALS[named] ?? bomb(chance))}`];
  });
  return given.length ? `(${given.join(' ')})` : '';
}

/** Nested lists and objects. */
function bomb(chance: Chance): string {
  const [open, close] = chance.pick([
    ['[', ']'],
    ['{updatedSince: ', '}'],
    ['{updatedSince: [', ']}'],
  ] as const);
  const levels = chance.below(20);
  return `${open.repeat(levels)}1${close.repeat(levels)}`;
}
