import { createHash } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { SubgraphContext } from '#db/context.ts';
import { openDatabase } from '#db/database.ts';
import type { SubgraphDefinition } from '#db/subgraph.ts';
import { createEngine } from '#gateway/engine/engine.ts';
import { createExecute } from '#gateway/engine/execute.ts';
import { createPlanner, type Planner } from '#gateway/engine/planner.ts';
import { inProcess } from '#gateway/jit/in-process.ts';
import { readConfig } from '#kit/config.ts';
import type { Operation } from '#kit/execute.ts';
import { newUuid } from '#kit/ids.ts';
import { openVault } from '#kit/secrets.ts';
import { makeSubgraph, type Subgraph } from '#kit/subgraph.ts';
import type { Viewer, ViewerOf } from '#kit/viewer.ts';
import { subgraphSdl, supergraphSdl } from '#schema/sdl.ts';
import { SUBGRAPH_NAMES } from '#schema/views.ts';
import { openServices } from '#server/subgraphs.ts';
import type {
  CheckoutBuyerInput,
  CheckoutLineInput,
  CheckoutResult,
  CheckoutSession,
} from '#subgraphs/checkout/generated.ts';
import { checkout } from '#subgraphs/checkout/index.ts';
import { type TestDatabase, useTestDatabase } from './database.ts';
import { type LittleCatalog, makeLittleCatalog } from './little-catalog.ts';
import { TEST_SECRET_KEY } from './secret-key.ts';

export const ADA: CheckoutBuyerInput = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };

const SESSION = `session { id status currency expiresAt updatedAt
  lines { id itemId title quantity unitPrice base discount subtotal tax total }
  buyer { firstName lastName email phoneNumber } totals { kind label amount }
  messages { type code content param severity }
  order { reference label permalinkId holdExpiresAt paymentStatus } }`;

const mutation = (field: string, input: string): Operation<unknown, unknown> => ({
  text: `mutation M($input: ${input}!) { ${field}(input: $input) { ${SESSION} refusal replayed } }`,
});
const CREATE = mutation('checkoutCreate', 'CheckoutCreateInput');
const UPDATE = mutation('checkoutUpdate', 'CheckoutUpdateInput');
const COMPLETE = mutation('checkoutComplete', 'CheckoutCompleteInput');
const CANCEL = mutation('checkoutCancel', 'CheckoutCancelInput');
const READ: Operation<unknown, unknown> = {
  text: `query Q($id: ID!) { checkoutSession(id: $id) { ${SESSION.slice(9, -1)} } }`,
};

/** A session as the operations above select it. */
export type AgentSession = CheckoutSession & { readonly id: string };
/** A mutation's result. */
export type AgentAnswer = CheckoutResult & { readonly session: AgentSession | null };

/** An agent's requests to the checkout, one method per mutation. */
export interface Agent {
  readonly create: (given?: {
    readonly lines?: readonly CheckoutLineInput[];
    readonly buyer?: CheckoutBuyerInput | null;
    readonly key?: string;
  }) => Promise<AgentAnswer>;
  readonly update: (
    id: string,
    given: {
      readonly lines?: readonly CheckoutLineInput[];
      readonly buyer?: CheckoutBuyerInput;
      readonly key?: string;
    },
  ) => Promise<AgentAnswer>;
  readonly complete: (id: string, key?: string, request?: string) => Promise<AgentAnswer>;
  readonly cancel: (id: string, key?: string) => Promise<AgentAnswer>;
  readonly read: (id: string) => Promise<AgentSession | null>;
  /** A session ready to be completed. */
  readonly ready: (quantity?: number) => Promise<AgentSession>;
}

/** Jobs that tests run. */
export type CheckoutJob =
  | 'recover-completions'
  | 'recover-changes'
  | 'expire-sessions'
  | 'sweep-holds'
  | 'sweep-requests';

/** One process with the checkout subgraph on a real database, behind the real engine. */
export interface CheckoutProcess {
  readonly database: TestDatabase;
  /** The platform's context, as for jobs. */
  readonly platform: () => SubgraphContext;
  readonly agent: (given?: Partial<ViewerOf<'agent'>>) => Agent;
  /** Runs any operation as any viewer. */
  readonly run: (text: string, variables: object, viewer: Viewer) => Promise<Record<string, unknown>>;
  /** Runs one of the subgraph's recurring jobs once. */
  readonly job: (name: CheckoutJob) => Promise<void>;
}

/** The same process next to a catalog that the test controls. */
export interface CheckoutWorld extends CheckoutProcess {
  readonly catalog: LittleCatalog;
  /** A second process on the same database and catalog. */
  readonly another: () => Promise<CheckoutWorld>;
}

/** Opens a world for the running test; it ends with the test. */
export async function openCheckout(settings: Readonly<Record<string, string>> = {}): Promise<CheckoutWorld> {
  const database = await useTestDatabase();
  const catalog = makeLittleCatalog();
  const open = async (): Promise<CheckoutWorld> => {
    const { subgraph } = catalog;
    const sold = { subgraph, entities: [], item: catalog.item };
    return { ...(await openProcess(database, sold, settings)), catalog, another: open };
  };
  return open();
}

/** Dependencies of the checkout: the catalog's subgraph, its stored data, and an item it sells. */
export interface Beside {
  readonly subgraph: Subgraph;
  readonly entities: SubgraphDefinition['entities'];
  readonly item: () => string;
}

let planner: Planner | undefined;
/** Plans depend only on the schema, so the processes share them. */
const internalPlanner = () => (planner ??= createPlanner(supergraphSdl('internal')));

/** Opens one process for the running test over a database that may be shared; it ends with the test. */
export async function openProcess(
  database: TestDatabase,
  { subgraph, entities, item }: Beside,
  settings: Readonly<Record<string, string>> = {},
): Promise<CheckoutProcess> {
  const log = { info() {}, warn() {}, error() {} };
  const db = await openDatabase({
    url: database.url,
    entities: [...entities, ...checkout.entities],
    queues: [],
    log,
    poolSize: 8,
  });
  onTestFinished(() => db.close());
  const opened = {
    clock: { now: () => new Date() },
    log,
    db,
    vault: openVault(TEST_SECRET_KEY),
    config: readConfig({ SECRET_KEY: TEST_SECRET_KEY, NODE_ENV: 'test', ...settings }),
  };
  const { services, close } = openServices(opened);
  onTestFinished(close);
  const base = { ...opened, services, apiVersion: null };
  const subgraphs = SUBGRAPH_NAMES.map((name) => {
    if (name === 'catalog') return subgraph;
    return makeSubgraph(name, subgraphSdl(name), name === 'checkout' ? checkout.resolvers : {});
  });
  const engine = createEngine({
    planner: internalPlanner(),
    dataSources: subgraphs.map(inProcess),
    contextFor: (caller) => ({ ...base, ...caller, execute }) satisfies SubgraphContext,
  });
  const { execute } = createExecute(engine);
  const as = (viewer: Viewer) => ({ viewer, requestId: newUuid() });

  const platform = (): SubgraphContext => ({ ...base, ...as({ kind: 'platform' }), execute });

  return {
    database,
    platform,
    async run(text, variables, viewer) {
      return (await execute({ text }, variables, as(viewer))) as Record<string, unknown>;
    },
    async job(name) {
      const job = checkout.recurring.find((one) => one.name === `checkout/${name}`);
      if (!job) throw new Error(`There is no job checkout/${name}.`);
      await job.run(platform());
    },
    agent(given = {}) {
      const viewer: Viewer = {
        kind: 'agent',
        storefrontId: 1,
        teamId: 1,
        surface: 'mcp',
        profile: 'https://agent.example/profile.json',
        address: '198.51.100.7',
        ...given,
      };
      const mutate = async (
        operation: Operation<unknown, unknown>,
        input: object,
        key?: string,
        request = input,
      ) => {
        const idempotency = key === undefined ? undefined : { key, fingerprint: fingerprintOf(request) };
        const answer = await execute(operation, { input: { ...input, idempotency } }, as(viewer));
        return Object.values(answer as Record<string, AgentAnswer>)[0] as AgentAnswer;
      };
      const agent: Agent = {
        create: ({ lines = [{ itemId: item(), quantity: 1 }], buyer = ADA, key } = {}) =>
          mutate(CREATE, { lines, ...(buyer ? { buyer } : {}) }, key),
        update: (id, { key, ...changes }) => mutate(UPDATE, { id, ...changes }, key),
        complete: (id, key, request) =>
          mutate(COMPLETE, { id }, key, request === undefined ? { id } : { request }),
        cancel: (id, key) => mutate(CANCEL, { id }, key),
        async read(id) {
          const answer = await execute(READ, { id }, as(viewer));
          return (answer as { checkoutSession: AgentSession | null }).checkoutSession;
        },
        async ready(quantity = 1) {
          const { session } = await agent.create({ lines: [{ itemId: item(), quantity }] });
          if (session?.status !== 'ready_for_complete') throw new Error('The session is not ready.');
          return session;
        },
      };
      return agent;
    },
  };
}

const fingerprintOf = (request: object) => createHash('sha256').update(JSON.stringify(request)).digest('hex');
