import { allOf } from './all-of.ts';
import { found } from './apps.ts';
import { installApp, listInstalls, rotateToken, uninstallApp } from './generated.ts';
import { throwRefusal } from './problems.ts';
import { route } from './route.ts';
import { InstallApp, InstallIssue, InstallList, Message, RuntimeToken } from './schemas.ts';

export const installs = [
  route({
    method: 'GET',
    path: '/apps/{slug}/installs',
    operationId: 'listInstalls',
    tag: 'Installs',
    summary: 'Installs of an own app across all teams of the account.',
    description: 'Those that were uninstalled are listed too, with `is_active` false.',
    answer: InstallList,
    handle: async ({ run, params: { slug = '' } }) => {
      const rows = await allOf(
        async (after) => found((await run(listInstalls, { slug, after })).app, slug).installs,
      );
      return {
        data: rows.map(({ team, isActive, isDevInstall }) => ({
          team: team.slug,
          is_active: isActive,
          is_dev_install: isDevInstall,
        })),
      };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/installs',
    operationId: 'installApp',
    tag: 'Installs',
    summary: 'Installs an own app on the team. Token and webhook secret are shown this once.',
    description:
      'The install is granted everything the live version asks for. `{"dev": true}` makes one for local work: its deliveries wait for `forward`, and its developer needs no live version.',
    problems: ['not_installable', 'already_installed'],
    team: true,
    body: InstallApp,
    status: 201,
    answer: InstallIssue,
    handle: async ({ run, params: { slug = '' }, team, body }) => {
      const { appInstall: installed } = await run(installApp, { slug, team, dev: body.dev });
      throwRefusal(installed.userErrors);
      return { team, token: installed.token ?? '', webhook_secret: installed.webhookSecret ?? '' };
    },
  }),
  route({
    method: 'DELETE',
    path: '/apps/{slug}/installs',
    operationId: 'uninstallApp',
    tag: 'Installs',
    summary: 'Uninstalls an own app from the team; its tokens stop working at once.',
    description:
      'Its tokens stop working and what waits to be sent is given up. Installing again makes a new token and a new webhook secret.',
    team: true,
    answer: Message,
    handle: async ({ run, params: { slug = '' }, team }) => {
      throwRefusal((await run(uninstallApp, { slug, team })).appUninstall.userErrors);
      return { message: `The app "${slug}" is no longer installed on the team "${team}".` };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/installs/token',
    operationId: 'rotateToken',
    tag: 'Installs',
    summary: 'Makes a new runtime token; the old one stops working at once.',
    description: 'The token is shown this once. The webhook secret stays.',
    team: true,
    answer: RuntimeToken,
    handle: async ({ run, params: { slug = '' }, team }) => {
      const { appTokenRotate: rotated } = await run(rotateToken, { slug, team });
      throwRefusal(rotated.userErrors);
      return { token: rotated.token ?? '' };
    },
  }),
];
