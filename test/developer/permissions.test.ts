import { buildSchema, type GraphQLSchema, getNamedType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AccessRule, readAccessRules } from '#kit/access.ts';
import { CAPABILITIES, PAYMENT_CAPABILITIES, SCOPES } from '#manifest/vocabulary.ts';
import { apiSdl, subgraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { operationsOf } from '../faults/good-operations.ts';
import { bookStay, demoHost } from '../support/app-world.ts';
import { ask, type Developer, type InstalledApp, installNewApp } from '../support/developer.ts';
import { graphql } from '../support/graphql.ts';
import { INBOX } from '../support/inbox-app.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { openRequests } from '../support/requests.ts';
import { createTask } from '../support/task-world.ts';

// docs/interface/apps.md#permissions: a scope or capability opens on a running server what the schema lists.

const schema = buildSchema(apiSdl('unstable'), { assumeValidSDL: true });
const rules = SUBGRAPH_NAMES.flatMap((name) => readAccessRules(subgraphSdl(name))).filter(({ type, field }) =>
  isShown(type, field),
);
const ruleOf = (type: string, field: string) =>
  rules.find((entry) => entry.type === type && entry.field === field)?.rule ?? null;

let platform: TestPlatform;
let own: Things;
let foreign: Things;
let host: Developer;

beforeAll(async () => {
  platform = await startPlatform();
  host = await demoHost(platform, 'alpine');
  own = await thingsOf(host);
  // The booking and the task have a unit, so that the unit's fields are reached through them.
  const units = `SELECT u.id, u.name FROM catalog.unit u JOIN catalog.unit_type t ON t.id = u.unit_type_id
    JOIN catalog.property p ON p.id = t.property_id WHERE p.storefront_id = (SELECT id FROM catalog.storefront WHERE team_id = $2 ORDER BY id LIMIT 1) LIMIT 1`;
  await platform.database.query(
    `UPDATE checkout.bookings b SET assigned_units = json_build_array(json_build_object('id', u.id, 'line', 0, 'name', u.name)) FROM (${units}) u WHERE b.id = $1`,
    [idIn(own)('booking', 'id'), host.teamId],
  );
  await platform.database.query(`UPDATE tasks.task SET unit_id = u.id FROM (${units}) u WHERE task.id = $1`, [
    idIn(own)('task', 'id'),
    host.teamId,
  ]);
  foreign = await thingsOf(await demoHost(platform, 'harbour'));
});
afterAll(() => platform.close());

/** A manifest that requests a single permission, and the permissions its install holds. */
const HOLDERS: readonly (readonly [name: string, manifest: object, held: readonly string[]])[] = [
  ['nothing', { scopes: [], capabilities: [] }, []],
  ...SCOPES.map((scope) => [scope, { scopes: [scope], capabilities: [] }, [scope]] as const),
  ...CAPABILITIES.map((name) => {
    const isInbox = name === 'act_as_inbox_provider';
    const scopes = isInbox ? ['write_conversations'] : [];
    const endpoints = isInbox ? INBOX.endpoints : {};
    return [name, { scopes, capabilities: [name], endpoints }, [name, ...scopes]] as const;
  }),
  ...PAYMENT_CAPABILITIES.map(
    (name) =>
      [
        name,
        {
          type: 'payment',
          scopes: [],
          capabilities: { [name]: true },
          endpoints: {
            payment_session: 'https://pay.example/open',
            refund_session: 'https://pay.example/back',
          },
        },
        [name, 'write_payment_sessions'],
      ] as const,
  ),
];

/** Refusals allowed for an operation: any other code means the request itself was wrong. */
const ANSWERS: readonly string[] = ['ACCESS_DENIED', 'BAD_USER_INPUT'];

describe('an install that holds', () => {
  test.each(HOLDERS)(
    'an install that holds %s may call exactly what the schema lists',
    async (_name, manifest, held) => {
      const app = await installNewApp(platform, host, manifest as Readonly<Record<string, unknown>>);
      const problems: string[] = [];
      for (const { steps, query, variables } of asked(app)) {
        const { errors } = await graphql(platform.address, query, {
          token: app.token,
          version: 'unstable',
          variables,
        });
        const other = errors.filter(({ extensions }) => !ANSWERS.includes(extensions.code));
        const denied = errors.find(({ extensions }) => extensions.code === 'ACCESS_DENIED');
        const missing = steps.find(({ rule }) => rule !== null && !suffices(held, rule));
        const expected = missing && { field: missing.field, ...lacking(missing.rule) };
        const found = denied && {
          field: denied.path?.at(-1),
          requiredScope: denied.extensions.requiredScope,
          requiredCapability: denied.extensions.requiredCapability,
        };
        if (other.length > 0 || JSON.stringify(found) !== JSON.stringify(expected)) {
          problems.push(`${query}: ${JSON.stringify({ found, expected, errors })}`);
        }
      }
      expect(problems).toEqual([]);
    },
  );
});

describe('an install that holds everything', () => {
  /** Two installs, because the operations together cost more points than one of them has. */
  let app: InstalledApp;
  let reader: InstalledApp;
  beforeAll(async () => {
    const everything = {
      scopes: [...SCOPES],
      capabilities: [...CAPABILITIES],
      endpoints: INBOX.endpoints,
    };
    app = await installNewApp(platform, host, everything);
    reader = await installNewApp(platform, host, everything);
  });
  const answerWith = async (things: Things, field: string, as = app) => {
    const operation = operationsOf('unstable', { idFor: idIn(things), levels: 1 }).find(
      (candidate) => candidate.field === field,
    );
    const variables = addressed(operation?.variables, as);
    const { data, errors } = await graphql(platform.address, operation?.query, {
      token: as.token,
      version: 'unstable',
      variables,
    });
    const text = JSON.stringify({
      data,
      errors: errors.map(({ message, extensions }) => [message, extensions]),
    });
    return Object.values(things).reduce((masked, id) => masked.replaceAll(`"${id}"`, '"id"'), text);
  };
  /** Fields whose argument is a team's object. */
  const addressing = operationsOf('unstable', { idFor: () => 'ID' }).filter(({ variables }) =>
    JSON.stringify(variables).includes('"ID"'),
  );

  test.each(addressing.map(({ field }) => field))(
    "an install with every permission can't reach another team's objects through %s",
    async (field) => {
      expect(await answerWith(foreign, field)).toBe(await answerWith(UNKNOWN, field));
    },
  );

  test.each(['bookingRequest', 'booking', 'contact', 'conversation', 'property', 'task', 'rates'])(
    "an install with every permission reaches its team's objects through %s",
    async (field) => {
      expect(await answerWith(own, field, reader)).not.toBe(await answerWith(UNKNOWN, field, reader));
    },
  );
});

/** A team's objects, one per type. */
type Things = Readonly<
  Record<'bookingRequest' | 'booking' | 'contact' | 'conversation' | 'property' | 'task' | 'unitType', string>
>;
/** Ids without objects. */
const UNKNOWN: Things = {
  bookingRequest: '00000000-0000-4000-8000-000000000000',
  booking: '2147483641',
  contact: '2147483645',
  conversation: '2147483646',
  property: '2147483642',
  task: '2147483643',
  unitType: '2147483644',
};

/**
 * The object that an argument identifies, by its name (`bookingId`) or by the field's (`booking`,
 * `bookingSetCustomField`).
 */
const idIn =
  (things: Things) =>
  (field: string, argument: string): string => {
    const about = argument === 'id' ? field : argument;
    // a key of the object
    const kind = Object.keys(things).find((name) => about.startsWith(name)) as keyof Things | undefined;
    return kind ? things[kind] : '2147483640';
  };

/** Uses an app's own namespace: otherwise a custom field is refused before the look-up. */
function addressed(variables: unknown, { slug }: InstalledApp): Readonly<Record<string, unknown>> {
  const given = variables as Readonly<Record<string, unknown>>; // as operationsOf generates them
  return 'namespace' in given ? { ...given, namespace: slug, type: 'string' } : given;
}

interface Asked {
  /** The fields on the path with their rules; the tested field is last. */
  readonly steps: readonly { readonly field: string; readonly rule: AccessRule | null }[];
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** One operation for every field with a rule: root fields directly, others through a root field. */
function asked(app: InstalledApp): readonly Asked[] {
  const roots = operationsOf('unstable', { idFor: idIn(own), levels: -1 })
    .filter(({ root, field }) => ruleOf(root, field))
    .map(({ root, field, query, variables }) => ({
      steps: [{ field, rule: ruleOf(root, field) }],
      query,
      variables: addressed(variables, app),
    }));
  const nested = rules
    .filter(({ type, rule }) => !['Query', 'Mutation'].includes(type) && (rule.scope ?? rule.capability))
    .map(({ type, field, rule }) => {
      const { root, between } = wayTo(type);
      const leaf = isObjectType(getNamedType(fieldOf(schema, type, field)?.type)) ? '{ __typename }' : '';
      return {
        steps: [
          { field: root, rule: ruleOf('Query', root) },
          { field, rule },
        ],
        query: `query ($id: ID!) { ${root}(id: $id) { ${between.reduceRight((inner, name) => `${name} { ${inner} }`, `${field} ${leaf}`)} } }`,
        variables: { id: idIn(own)(root, 'id') },
      };
    });
  return [...roots, ...nested];
}

/** The root field for a type, and the fields in between if the type is part of another: the shortest way. */
function wayTo(type: string): { readonly root: string; readonly between: readonly string[] } {
  const rootOf = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
  let ways = Object.values(schema.getTypeMap())
    .filter((whole) => isObjectType(whole) && isShown('Query', rootOf(whole.name)))
    .map(({ name }) => ({ at: name, root: rootOf(name), between: [] as readonly string[] }));
  for (const seen = new Set<string>(); ways.length > 0; ) {
    const [found] = ways.filter(({ at }) => at === type);
    if (found) return found;
    for (const { at } of ways) seen.add(at);
    ways = ways.flatMap(({ at, root, between }) =>
      openFieldsOf(at)
        .filter(({ to }) => !seen.has(to))
        .map(({ name, to }) => ({ at: to, root, between: [...between, name] })),
    );
  }
  throw new Error(`No root field leads to ${type}.`);
}

/** A type's fields that lead to objects without a permission or an argument of their own. */
function openFieldsOf(type: string): readonly { readonly name: string; readonly to: string }[] {
  const whole = schema.getType(type);
  if (!isObjectType(whole)) return [];
  return Object.values(whole.getFields())
    .filter(({ name, args }) => !ruleOf(type, name) && !args.some(isRequiredArgument))
    .map((field) => ({ name: field.name, to: getNamedType(field.type).name }));
}

/** True if an install's permissions satisfy a rule, as in docs/interface/graphql.md#access. */
function suffices(held: readonly string[], { scope, capability }: AccessRule): boolean {
  if (scope === null && capability === null) return true;
  return [scope, scope?.replace(/^read_/, 'write_'), capability].some((name) => name && held.includes(name));
}

const lacking = (rule: AccessRule | null) => ({
  requiredScope: rule?.scope ?? undefined,
  requiredCapability: rule?.capability ?? undefined,
});

function fieldOf(from: GraphQLSchema, type: string, field: string) {
  const shown = from.getType(type);
  return isObjectType(shown) ? shown.getFields()[field] : undefined;
}

function isShown(type: string, field: string): boolean {
  return fieldOf(schema, type, field) !== undefined;
}

/** A demo team's booking, guest, conversation, property, unit type and task. */
async function thingsOf(developer: Developer): Promise<Things> {
  await bookStay(platform, developer.team);
  const { properties, bookings } = await ask<{
    properties: { nodes: readonly { id: string; unitTypes: readonly { id: string }[] }[] };
    bookings: { nodes: readonly { id: string; guest: { id: string } | null }[] };
  }>(
    platform,
    developer.host,
    '{ properties { nodes { id unitTypes { id } } } bookings { nodes { id guest { id } } } }',
  );
  const [property] = properties.nodes;
  const propertyId = property?.id ?? '';
  const requests = await openRequests(platform, developer.team);
  return {
    bookingRequest: (await requests.request()).id,
    booking: bookings.nodes[0]?.id ?? '',
    contact: bookings.nodes[0]?.guest?.id ?? '',
    conversation: await startConversation(developer, bookings.nodes[0]?.id ?? ''),
    property: propertyId,
    unitType: property?.unitTypes[0]?.id ?? '',
    task: await createTask(platform, { developer, propertyId }),
  };
}

/** Starts a conversation with a booking's guest. */
async function startConversation({ host: viewer }: Developer, bookingId: string): Promise<string> {
  const { conversationStart } = await ask<{ conversationStart: { message: { conversationId: string } } }>(
    platform,
    viewer,
    'mutation ($input: ConversationStartInput!) { conversationStart(input: $input) { message { conversationId } } }',
    { input: { bookingId, text: 'Welcome', idempotencyKey: bookingId } },
  );
  return conversationStart.message.conversationId;
}
