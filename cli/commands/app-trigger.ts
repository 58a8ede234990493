import { out, print } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const appTrigger = () =>
  appCommand('trigger')
    .argument('<topic>', 'topic to trigger, for example task.assignment_requested')
    .argument('[app]', 'slug of the app')
    .description("cause a real event with your team's own data, for a development install")
    .action(async (topic, named, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options, named);
      const team = await session.team();
      const answer = await session.call('triggerTopic', { slug, team, body: { topic } }, 'Triggering');
      session.show(answer, () => print(`${out.green('triggered')}  ${topic}: ${answer.data.message}`));
    });
