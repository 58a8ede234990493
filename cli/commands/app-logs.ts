import { Deliveries, read, Sent } from '../api/shapes.ts';
import { print, printFields, printTable } from '../terminal/output.ts';
import { appCommand, appPath, appSlug, sessionOf } from './command.ts';

export const appLogs = () =>
  appCommand('logs')
    .argument('[app]', 'slug of the app')
    .option('--event <id>', 'show the body and headers of one delivery instead')
    .description('show the last deliveries to an app on a team, newest first')
    .action(async (named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      if (options.event !== undefined) {
        const path = appPath(slug, `/deliveries/${encodeURIComponent(options.event)}`);
        const answer = await session.call({ path, team });
        return session.show(answer, () => {
          const sent = read(Sent, answer);
          printFields(sent.headers);
          print();
          print(sent.body);
        });
      }
      const answer = await session.call({ path: appPath(slug, '/deliveries'), team });
      session.show(answer, () =>
        printTable(
          ['EVENT', 'TOPIC', 'STATUS', 'ATTEMPTS', 'DELIVERED'],
          read(Deliveries, answer).data.map((delivery) => [
            delivery.event_id,
            delivery.topic,
            delivery.status,
            String(delivery.attempts),
            delivery.delivered_at ?? '-',
          ]),
          `No deliveries to ${slug} on ${team} yet.`,
        ),
      );
    });
