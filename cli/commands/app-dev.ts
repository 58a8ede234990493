import { Option } from '@commander-js/extra-typings';
import { ApiFailure } from '../api/problem.ts';
import { deliver, localTarget, type Outcome, outcomeLine, type Sent } from '../deliver.ts';
import { EXIT, Failure } from '../failure.ts';
import { keepTrying } from '../keep-trying.ts';
import { listening, startApp } from '../local-app.ts';
import { findAppToml } from '../manifest/app-toml.ts';
import { isDev } from '../manifest/dev-table.ts';
import type { Session } from '../session.ts';
import { err, out, print, remark } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

/** Seconds for which the server holds a poll open. */
const WAIT_SECONDS = 25;

export const appDev = () =>
  appCommand('dev')
    .argument('[app]', 'slug of the app')
    .option(
      '--to <url>',
      "where your app listens, with webhook_url's path unless given; defaults to http://localhost:3000",
    )
    .option(
      '--run <command>',
      'also start your app, with this command; defaults to command under [dev] in app.toml',
    )
    .option('--no-run', "don't start the app")
    .addOption(
      new Option('--once', 'forward the waiting deliveries and exit, without starting the app').conflicts(
        'run',
      ),
    )
    .description("run your app and forward a dev install's deliveries to it")
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      const to = await localTarget(options.to, options.config);
      const route = { slug, team, to };
      if (options.once) return drain(session, route);
      const toRun = await commandOf(options.run, options.config);
      if (toRun === undefined) endQuietlyOnSignal(async () => {});
      else await runAlong(session, to, toRun);
      remark(err.dim(`Forwarding deliveries of ${slug} on ${team} to ${to.href}. Press Ctrl+C to stop.`));
      await keepTrying(async () => {
        await handAll(session, route, await poll(session, route, WAIT_SECONDS));
      });
    });

/** Returns the app's start command: --run, or [dev] command in app.toml; undefined if there is neither. */
async function commandOf(run: string | boolean | undefined, config: string): Promise<string | undefined> {
  if (typeof run === 'string') return run;
  if (run === false) return undefined;
  const dev = (await findAppToml(config))?.table.dev;
  return isDev(dev) ? dev.command : undefined;
}

/**
 * Starts the app and forwards its output. This command ends when the app ends, because deliveries would have
 * no recipient.
 */
async function runAlong(session: Session, to: URL, toRun: string): Promise<void> {
  remark(err.dim(`Starting: ${toRun}`));
  // With --json, standard output contains only the deliveries.
  const app = startApp(toRun, to.port || '80', (line) =>
    session.json ? remark(`app | ${line}`) : print(`${out.cyan('app')} | ${line}`),
  );
  endQuietlyOnSignal(app.stop);
  await listening(to, app).catch(async (error: unknown) => {
    await app.stop();
    throw error;
  });
  void app.ended.then((end) => {
    remark(`${err.red('error')}  The app ${end}.`);
    process.exit(EXIT.failed);
  });
}

type Route = { readonly slug: string; readonly team: string; readonly to: URL };

async function drain(session: Session, route: Route): Promise<void> {
  let failed = 0;
  for (;;) {
    const waiting = await poll(session, route, 0);
    failed += await handAll(session, route, waiting);
    if (waiting.length === 0) break;
  }
  if (failed > 0)
    throw new Failure(
      EXIT.failed,
      `${route.to.href} refused ${failed} ${failed === 1 ? 'delivery' : 'deliveries'}.`,
    );
}

async function poll(session: Session, { slug, team }: Route, wait: number): Promise<readonly Sent[]> {
  const { data } = await session.poll('forwardDeliveries', { slug, team, wait }, (wait + 15) * 1000);
  return data.data;
}

/** Hands deliveries to the app in order and reports its responses for the log. Returns the number of failures. */
async function handAll(session: Session, route: Route, deliveries: readonly Sent[]): Promise<number> {
  const outcomes: Handed[] = [];
  for (const sent of deliveries) {
    outcomes.push({ eventId: sent.event_id, ...(await hand(session, sent, route.to)) });
  }
  if (outcomes.length > 0) await report(session, route, outcomes);
  return outcomes.filter(({ delivered }) => !delivered).length;
}

type Handed = Outcome & { readonly eventId: string };

/** Longest reason that the API accepts. */
const LONGEST_ERROR = 200;

async function report(session: Session, { slug, team }: Route, outcomes: readonly Handed[]): Promise<void> {
  const data = outcomes.map(({ eventId, status = null, error = null, ms }) => ({
    event_id: eventId,
    status,
    error: error === null ? null : error.slice(0, LONGEST_ERROR),
    latency_ms: ms,
  }));
  try {
    await session.poll('reportForwarded', { slug, team, body: { data } });
  } catch (error) {
    // An API from before this report.
    if (!(error instanceof ApiFailure && error.code === 'method_not_allowed')) throw error;
  }
}

async function hand(session: Session, sent: Sent, to: URL): Promise<Outcome> {
  const outcome = await deliver(sent, to);
  if (session.json) print(JSON.stringify({ event_id: sent.event_id, ...outcome }));
  else print(outcomeLine(sent, outcome));
  if (!outcome.delivered) remark(`  again with: platform replay ${sent.event_id} --env .env --to ${to.href}`);
  return outcome;
}

function endQuietlyOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      const stopped = stop(); // before the remark, because a closed terminal can't show one
      remark('Deliveries go to webhook_url again within 60 seconds.');
      await stopped.finally(() => process.exit(EXIT.ok));
    });
  }
}
