import { read, Sent } from '../api/shapes.ts';
import { deliver, localTarget, outcomeLine } from '../deliver.ts';
import { EXIT, Failure } from '../failure.ts';
import { print } from '../terminal/output.ts';
import { appCommand, appPath, appSlug, sessionOf } from './command.ts';

export const appReplay = () =>
  appCommand('replay')
    .argument('<event>', 'id of the event, as platform logs shows it')
    .option(
      '--to <url>',
      'where your app listens; without it http://localhost:3000 and the path of webhook_url',
    )
    .description('send a past delivery to your own machine, body and headers exactly as they were sent')
    .action(async (event, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options);
      const team = await session.team();
      const to = await localTarget(options.to, options.config);
      const path = appPath(slug, `/deliveries/${encodeURIComponent(event)}`);
      const answer = await session.call({ path, team });
      const sent = read(Sent, answer);
      const outcome = await deliver(sent, to);
      session.show(answer, () => print(outcomeLine(sent, outcome)));
      if (outcome.delivered) return;
      throw new Failure(EXIT.failed, `${to.href} did not take it: ${outcome.status ?? outcome.error}.`, {
        hint: 'An old delivery keeps its old timestamp: an app that checks it refuses what is over 5 minutes old.',
      });
    });
