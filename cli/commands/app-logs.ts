import { print, printFields, printTable } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

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
        const answer = await session.call('getDelivery', { slug, team, eventId: options.event });
        return session.show(answer, () => {
          printFields(answer.data.headers);
          print();
          print(answer.data.body);
        });
      }
      const answer = await session.call('listDeliveries', { slug, team });
      session.show(answer, () =>
        printTable(
          ['EVENT', 'TOPIC', 'STATUS', 'ATTEMPTS', 'DELIVERED'],
          answer.data.data.map((delivery) => [
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
