import { listTeamsDocument } from './generated.ts';
import { route } from './route.ts';
import { TeamList } from './schemas.ts';

export const teams = [
  route({
    method: 'GET',
    path: '/teams',
    operationId: 'listTeams',
    tag: 'Teams',
    summary: 'Teams of the account.',
    description: 'Every team the account is a member of, with the slug to send in `X-Platform-Team`.',
    answer: TeamList,
    handle: async ({ run }) => {
      const { teams: rows } = await run(listTeamsDocument, {});
      return { data: rows.map(({ slug, name }) => ({ slug, name })) };
    },
  }),
];
