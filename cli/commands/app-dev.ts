import { setTimeout as sleep } from 'node:timers/promises';
import { ApiFailure } from '../api/problem.ts';
import { deliver, localTarget, outcomeLine, type Sent } from '../deliver.ts';
import { EXIT, Failure } from '../failure.ts';
import type { Session } from '../session.ts';
import { err, print, remark } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

/** How long the server holds a poll open, and the longest pause after a failed one. */
const WAIT_SECONDS = 25;
const LONGEST_PAUSE_MS = 30_000;

export const appDev = () =>
  appCommand('dev')
    .argument('[app]', 'slug of the app')
    .option(
      '--to <url>',
      'where your app listens; without it http://localhost:3000 and the path of webhook_url',
    )
    .option('--once', 'hand over what is waiting and end')
    .description('bring the deliveries of a dev install to your own machine')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      const to = await localTarget(options.to, options.config);
      if (options.once) return drain(session, { slug, team, to });
      endQuietlyOnSignal();
      remark(err.dim(`Deliveries of ${slug} on ${team} go to ${to.href}. Ctrl+C ends it.`));
      await forwardForever(session, { slug, team, to });
    });

type Route = { readonly slug: string; readonly team: string; readonly to: URL };

async function drain(session: Session, route: Route): Promise<void> {
  let failed = 0;
  for (;;) {
    const waiting = await poll(session, route, 0);
    for (const sent of waiting) if (!(await hand(session, sent, route.to))) failed += 1;
    if (waiting.length === 0) break;
  }
  if (failed > 0)
    throw new Failure(
      EXIT.failed,
      `${route.to.href} refused ${failed} ${failed === 1 ? 'delivery' : 'deliveries'}.`,
    );
}

async function forwardForever(session: Session, route: Route): Promise<never> {
  for (let failures = 0; ; ) {
    try {
      for (const sent of await poll(session, route, WAIT_SECONDS)) await hand(session, sent, route.to);
      failures = 0;
    } catch (error) {
      if (!(error instanceof Failure) || isFinal(error)) throw error;
      failures += 1;
      const pauseMs = pauseAfter(error, failures);
      remark(`${err.yellow(error.message)} Trying again in ${Math.ceil(pauseMs / 1000)} s.`);
      await sleep(pauseMs);
    }
  }
}

async function poll(session: Session, { slug, team }: Route, wait: number): Promise<readonly Sent[]> {
  const { data } = await session.poll('forwardDeliveries', { slug, team, wait }, (wait + 15) * 1000);
  return data.data;
}

async function hand(session: Session, sent: Sent, to: URL): Promise<boolean> {
  const outcome = await deliver(sent, to);
  if (session.json) print(JSON.stringify({ event_id: sent.event_id, ...outcome }));
  else print(outcomeLine(sent, outcome));
  if (!outcome.delivered) remark(`  again with: platform replay ${sent.event_id} --env .env --to ${to.href}`);
  return outcome.delivered;
}

/** A refusal that asking again cannot change. */
function isFinal(failure: Failure): boolean {
  if (!(failure instanceof ApiFailure)) return failure.exitCode !== EXIT.failed;
  return failure.status < 500 && failure.status !== 429;
}

function pauseAfter(failure: Failure, failures: number): number {
  const asked = failure instanceof ApiFailure ? failure.retryAfterSeconds : undefined;
  if (asked !== undefined) return asked * 1000;
  return Math.min(1000 * 2 ** (failures - 1), LONGEST_PAUSE_MS);
}

function endQuietlyOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      remark('Deliveries go to webhook_url again within 60 seconds.');
      process.exit(EXIT.ok);
    });
  }
}
