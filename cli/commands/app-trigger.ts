import { read, Triggered } from '../api/shapes.ts';
import { out, print } from '../terminal/output.ts';
import { appCommand, appPath, appSlug, sessionOf } from './command.ts';

export const appTrigger = () =>
  appCommand('trigger')
    .argument('<topic>', 'what your app is to hear of, for example task.assignment_requested')
    .argument('[app]', 'slug of the app')
    .description("really cause an event with your team's own data, for a development install")
    .action(async (topic, named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      const call = { method: 'POST', path: appPath(slug, '/trigger'), team, body: { topic } } as const;
      const answer = await session.call(call, 'Triggering');
      session.show(answer, () =>
        print(`${out.green('triggered')}  ${topic}: ${read(Triggered, answer).message}`),
      );
    });
