import { printTable } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const teams = () =>
  command('teams')
    .description('list the teams of your account')
    .action(async (_options, command) => {
      const session = sessionOf(command);
      const answer = await session.call('listTeams', {});
      session.show(answer, () =>
        printTable(
          ['SLUG', 'NAME'],
          answer.data.data.map((team) => [team.slug, team.name]),
          "Your account isn't on any team.",
        ),
      );
    });
