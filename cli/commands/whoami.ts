import { printFields } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const whoami = () =>
  command('whoami')
    .description("show which API you're signed in to, how, and your teams")
    .action(async (_options, command) => {
      const session = sessionOf(command);
      const answer = await session.call('listTeams', {});
      const token = await session.token();
      session.show(answer, () => {});
      if (session.json) return;
      printFields({
        api: await session.apiUrl(),
        token: token && `…${token.value.slice(-4)} from ${token.from}`,
        teams: answer.data.data.map((team) => team.slug).join(', '),
      });
    });
