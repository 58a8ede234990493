import { setTimeout as sleep } from 'node:timers/promises';
import { Option } from '@commander-js/extra-typings';
import type { Data } from '../api/operations.ts';
import { responseText } from '../deliver.ts';
import { EXIT } from '../failure.ts';
import { keepTrying } from '../keep-trying.ts';
import type { Session } from '../session.ts';
import { harmless, print, printFields, printTable, timeOf } from '../terminal/output.ts';
import { showHealth } from './app-health.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

const LOOK_AGAIN_MS = 2_000;
const MOST_REMEMBERED = 1_000;

export const appLogs = () =>
  appCommand('logs')
    .argument('[app]', 'slug of the app')
    .option('--event <id>', "show one delivery's body and headers instead")
    .addOption(new Option('--follow', 'keep showing deliveries as they arrive').conflicts('event'))
    .description(
      "show an app's latest deliveries on a team, newest first, or with --app its health on all teams",
    )
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      if (options.app && !named && !options.event && !options.follow && !session.teamGiven) {
        return showHealth(session, options.app);
      }
      const slug = await appSlug(options, named);
      const team = await session.team();
      if (options.event !== undefined) {
        const answer = await session.call('getDelivery', { slug, team, eventId: options.event });
        return session.show(answer, () => {
          printFields(answer.data.headers);
          print();
          print(answer.data.body);
        });
      }
      if (options.follow) return follow(session, { slug, team });
      const answer = await session.call('listDeliveries', { slug, team });
      session.show(answer, () =>
        printTable(
          ['TIME (UTC)', 'EVENT', 'TOPIC', 'STATUS', 'ATTEMPTS', 'RESPONSE'],
          answer.data.data.map((delivery) => [
            timeOf(delivery.created_at),
            delivery.event_id,
            delivery.topic,
            statusOf(delivery),
            String(delivery.attempts),
            responseOf(delivery),
          ]),
          `No deliveries to ${slug} on ${team} yet.`,
        ),
      );
    });

type Logged = Data<'listDeliveries'>['data'][number];

/** Prints deliveries oldest first, and again when their status, attempts or response change, until Ctrl+C. */
async function follow(
  session: Session,
  log: { readonly slug: string; readonly team: string },
): Promise<never> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(EXIT.ok));
  const shown = new Map<string, string>();
  return keepTrying(async () => {
    const { data } = (await session.poll('listDeliveries', log)).data;
    for (const delivery of data.toReversed()) {
      const state = `${delivery.status} ${delivery.attempts} ${responseOf(delivery)}`;
      if (shown.get(delivery.event_id) === state) continue;
      shown.set(delivery.event_id, state);
      print(session.json ? JSON.stringify(delivery) : lineOf(delivery));
    }
    // The log holds at most 100 deliveries; deliveries that drop out don't return.
    if (shown.size > MOST_REMEMBERED) dropAllBut(shown, data);
    await sleep(LOOK_AGAIN_MS);
  });
}

function dropAllBut(shown: Map<string, string>, data: readonly Logged[]): void {
  const listed = new Set(data.map(({ event_id }) => event_id));
  for (const eventId of shown.keys()) if (!listed.has(eventId)) shown.delete(eventId);
}

const lineOf = (delivery: Logged): string => {
  const { created_at, topic, event_id, attempts } = delivery;
  const counted = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  const status = statusOf(delivery).padEnd(9);
  return `${timeOf(created_at)}  ${status}  ${event_id}  ${harmless(topic)}  ${counted}  ${responseOf(delivery)}`;
};

/**
 * Describes a delivery's status. A forwarded delivery isn't sent again, whatever the local app responds, so the API doesn't count
 * its failure.
 */
function statusOf({ status, last_status: response, last_error: error }: Logged): string {
  const isAccepted = response === null ? error === null : response >= 200 && response < 300;
  return status === 'forwarded' && !isAccepted ? 'forwarded (failed)' : harmless(status);
}

/** Describes the app's last response. */
const responseOf = ({ last_status: status, last_error: error, latency_ms: ms }: Logged): string =>
  harmless(responseText({ status, error, ms }));
