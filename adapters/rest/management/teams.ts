import { listTeams } from './generated.ts';
import { route } from './route.ts';
import { TeamList } from './schemas.ts';

export const teams = [
  route({
    method: 'GET',
    path: '/teams',
    operationId: 'listTeams',
    tag: 'Teams',
    summary: 'Teams of the account.',
    description: 'Every team the account belongs to, by slug: what `X-Platform-Team` chooses from.',
    answer: TeamList,
    handle: async ({ run }) => {
      const { teams: rows } = await run(listTeams, {});
      return { data: rows.map(({ slug, name }) => ({ slug, name })) };
    },
  }),
];
