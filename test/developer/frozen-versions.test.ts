import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import {
  buildSchema,
  type DocumentNode,
  type GraphQLSchema,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { changelogOf, changesBetween, STEPS } from '#schema/changelog.ts';
import { API_VERSIONS, type ApiVersion } from '#schema/views.ts';
import { generateOperation } from '../gateway/operations.ts';

// A released dated version never changes for its users (docs/interface/graphql.md#versions).

const FROZEN = readdirSync('schema/frozen').map((file) => file.replace('.graphql', ''));
const frozen = (version: string) => buildSchema(readFileSync(`schema/frozen/${version}.graphql`, 'utf8'));
const today = (version: string) =>
  buildSchema(readFileSync(`schema/generated/${version}/api.graphql`, 'utf8'));

/**
 * Changes forbidden in a version. A final version may only have additions that no operation sees; a candidate
 * may also get enum values and optional inputs.
 */
async function brokenPromises(
  from: GraphQLSchema,
  to: GraphQLSchema,
  { final }: Pick<ApiVersion, 'final'>,
): Promise<readonly string[]> {
  const allowed = final ? ['NON_BREAKING'] : ['NON_BREAKING', 'DANGEROUS'];
  const changes = await changesBetween(from, to);
  return changes
    .filter(({ criticality: { level } }) => !allowed.includes(level))
    .map(({ message }) => message);
}

/** The type of every selected field in a document, at its position. */
function typesOf(schema: GraphQLSchema, document: DocumentNode): readonly string[] {
  const types: string[] = [];
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: (node) => {
        types.push(`${info.getParentType()}.${node.name.value}: ${info.getType()}`);
      },
    }),
  );
  return types;
}

test('every final version is frozen', () => {
  expect(FROZEN).toEqual(
    expect.arrayContaining(API_VERSIONS.filter(({ final }) => final).map(({ version }) => version)),
  );
});

describe.each(API_VERSIONS.filter(({ version }) => FROZEN.includes(version)))(
  'version $version',
  (released) => {
    const { version } = released;

    test('a frozen version has only changes that its state allows', async () => {
      expect(await brokenPromises(frozen(version), today(version), released)).toEqual([]);
    });

    test('a frozen version returns the same types for every previously valid operation', () => {
      const [before, now] = [frozen(version), today(version)];
      const roots = [before.getQueryType(), before.getMutationType()].map((root) => root?.name);
      expect(roots).toEqual(['Query', 'Mutation']);
      let compared = 0;
      fc.assert(
        fc.property(fc.gen(), (draw) => {
          const document = parse(generateOperation(draw, before).text);
          if (validate(before, document).length > 0) return;
          compared += 1;
          expect(validate(now, document)).toEqual([]);
          expect(typesOf(now, document)).toEqual(typesOf(before, document));
        }),
        { numRuns: 300 },
      );
      expect(compared).toBeGreaterThan(100);
    });
  },
);

/** Changes to a frozen version that the check must detect: each with its replacement. */
const BREACHES = [
  ['a field that takes another name', 'canonicalStatus: TaskStatus!', 'status: TaskStatus!'],
  ['a nullable field', 'canonicalStatus: TaskStatus!', 'canonicalStatus: TaskStatus'],
  ['an extra status', 'enum TaskStatus {', 'enum TaskStatus {\n  PAUSED'],
  ['another default', 'first: Int = 50', 'first: Int = 20'],
  ['an argument that must be given', 'task(\n', 'task(\n    team: ID!\n'],
] as const;

test.each(BREACHES)('%s would break 2026-01', async (_what, from, to) => {
  const sdl = readFileSync('schema/frozen/2026-01.graphql', 'utf8');
  expect(sdl).toContain(from);
  expect(
    await brokenPromises(buildSchema(sdl), buildSchema(sdl.replace(from, to)), { final: true }),
  ).not.toEqual([]);
});

describe.each(STEPS)('the changelog of $to', (step) => {
  test('the changelog is up to date: run `npm run docs`', async () => {
    expect(readFileSync(`docs/reference/changelog/${step.to}.md`, 'utf8')).toBe(await changelogOf(step));
  });

  test('upgrading breaks no client of the previous version', async () => {
    const changes = await changesBetween(today(step.from), today(step.to));
    expect(changes.length).toBeGreaterThan(10);
    expect(changes.filter(({ criticality: { level } }) => level === 'BREAKING')).toEqual([]);
  });
});
