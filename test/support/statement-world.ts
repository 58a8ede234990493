import type { SubgraphContext } from '#db/context.ts';
import { collectDebts } from '#subgraphs/apps/billing/commands/collect-debts.ts';
import { issueStatements } from '#subgraphs/apps/billing/commands/issue-statements.ts';
import { installApp } from '#subgraphs/apps/installs/commands/install-app.ts';
import { installPaymentApp, type PaymentServer, startPaymentServer } from './app.ts';
import { ask, type Developer, type InstalledApp, newDeveloper } from './developer.ts';
import { contextAt, newPaidApp, PLAN } from './paid-app.ts';
import { FORM, onTeamOf, type SessionAnswer } from './payment-world.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import type { StoreApp } from './store-app.ts';

/** A statement that a team owes for a paid app. */
export interface OwedStatement {
  readonly id: number;
  readonly number: string;
  readonly total: number;
  /** Path of its page. */
  readonly path: string;
  readonly team: Developer;
  readonly app: StoreApp;
  readonly token: string;
  readonly installId: number;
}

/** The product with a payment app on the operator's team. */
export interface StatementWorld {
  readonly platform: TestPlatform;
  readonly server: PaymentServer;
  readonly app: InstalledApp;
  /** A member of the operator's team. */
  readonly payee: Developer;
  /** A job's or viewer's context at a time. */
  readonly at: (time: string, viewer?: Parameters<typeof contextAt>[2]) => SubgraphContext;
  /** Has a new team install a paid app in a year's January, with a statement issued in February. */
  readonly owe: (
    year: number,
    plan?: Readonly<Record<string, unknown>>,
    manifest?: Readonly<Record<string, unknown>>,
  ) => Promise<OwedStatement>;
  /** Lets the statement's app become past due and then frozen. */
  readonly freeze: (year: number) => Promise<void>;
  readonly page: (statement: Pick<OwedStatement, 'path'>, query?: string) => Promise<string>;
  /** Submits the form on the statement's page. */
  readonly choose: (statement: Pick<OwedStatement, 'path'>, method?: string) => Promise<Response>;
  /** Chooses the app and returns the id of its requested session. */
  readonly open: (statement: Pick<OwedStatement, 'path'>, method?: string) => Promise<string>;
  readonly resolve: (id: string, reference?: string, as?: InstalledApp['viewer']) => Promise<SessionAnswer>;
  readonly statusOf: (statement: Pick<OwedStatement, 'id'>) => Promise<string | undefined>;
  readonly subscriptionOf: (statement: Pick<OwedStatement, 'installId'>) => Promise<string | undefined>;
  readonly close: () => Promise<void>;
}

/** Context of a viewer or a job at a given time, with the operator's team. */
export function operatedAt(...given: Parameters<typeof contextAt>): SubgraphContext {
  const ctx = contextAt(...given);
  return { ...ctx, config: { ...ctx.config, platformTeam: 'lakeside' } };
}

export async function openStatementWorld(
  settings: Readonly<Record<string, string>> = {},
  manifest: Readonly<Record<string, unknown>> = {},
): Promise<StatementWorld> {
  const platform = await startPlatform({ PLATFORM_TEAM: 'lakeside', SWEEP_INTERVAL: 'PT12H', ...settings });
  const server = await startPaymentServer();
  const payee = await onTeamOf(platform, 'lakeside.localhost');
  const app = await installPaymentApp(platform, payee, server, manifest);
  const { database } = platform;

  const world: StatementWorld = {
    platform,
    server,
    app,
    payee,
    at: (time, viewer) => operatedAt(platform, time, viewer),
    owe: (year, plan, given) => oweStatement(platform, world.at, year, { plan, manifest: given }),
    async freeze(year) {
      await collectDebts(world.at(`${year}-02-23T00:00:00Z`));
      await collectDebts(world.at(`${year}-03-10T00:00:00Z`));
    },
    page: async ({ path }, query = '') => (await fetch(`${platform.address}${path}${query}`)).text(),
    choose: ({ path }, method = `app:${app.slug}`) =>
      fetch(`${platform.address}${path}`, {
        method: 'POST',
        headers: FORM,
        body: new URLSearchParams({ method }).toString(),
        redirect: 'manual',
      }),
    async open(statement, method) {
      const response = await world.choose(statement, method);
      if (response.status !== 303)
        throw new Error(`The payer wasn't redirected: ${response.status} ${await response.text()}`);
      return new URL(response.headers.get('location') ?? '').pathname.replace('/pay/', '');
    },
    async resolve(id, reference = `pi_${id}`, as = app.viewer) {
      const text = `mutation ($id: ID!, $reference: String!) {
        done: paymentSessionResolve(id: $id, reference: $reference) {
          paymentSession { id status expiresAt } userErrors { code field message }
        }
      }`;
      return (await ask<{ done: SessionAnswer }>(platform, as, text, { id, reference })).done;
    },
    async statusOf({ id }) {
      const [row] = await database.query<{ status: string }>(
        'SELECT status FROM apps.app_invoices WHERE id = $1',
        [id],
      );
      return row?.status;
    },
    async subscriptionOf({ installId }) {
      const [row] = await database.query<{ status: string }>(
        'SELECT status FROM apps.subscriptions WHERE install_id = $1 ORDER BY id DESC LIMIT 1',
        [installId],
      );
      return row?.status;
    },
    async close() {
      await platform.close();
      await server.close();
    },
  };
  return world;
}

/** Has a new team install a paid app in a year's January, with a statement issued in February. */
export async function oweStatement(
  platform: TestPlatform,
  at: StatementWorld['at'],
  year: number,
  {
    plan = PLAN,
    manifest = {},
  }: {
    readonly plan?: Readonly<Record<string, unknown>> | undefined;
    readonly manifest?: Readonly<Record<string, unknown>> | undefined;
  } = {},
): Promise<OwedStatement> {
  const paid = await newPaidApp(platform, [plan], manifest);
  const team = await newDeveloper(platform);
  const installed = await installApp(at(`${year}-01-10T10:00:00Z`, team.host), {
    slug: paid.slug,
    dev: false,
    plan: String(plan.key),
  });
  await issueStatements(at(`${year}-02-01T00:01:00Z`));
  const [row] = await platform.database.query<{
    id: number;
    number: string;
    total: number;
    link: string;
    installId: number;
  }>(
    `SELECT i.id::int, i.number, i.total::int, i.permalink_id AS link, n.id AS "installId" FROM apps.app_invoices i
     JOIN apps.installs n ON n.team_id = i.team_id WHERE i.team_id = $1`,
    [team.teamId],
  );
  if (!row) throw new Error('No statement was issued.');
  const { link, ...statement } = row;
  return { ...statement, path: `/statements/${link}`, team, app: paid, token: installed.token ?? '' };
}
