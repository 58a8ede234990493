import { allOf } from './all-of.ts';
import { found } from './apps.ts';
import {
  approvePermissionsDocument,
  type InstallListingFragment,
  installAppDocument,
  listInstallsDocument,
  rotateTokenDocument,
  uninstallAppDocument,
} from './generated.ts';
import { throwRefusal } from './problems.ts';
import { route } from './route.ts';
import {
  ApprovePermissions,
  InstallApp,
  InstallIssue,
  InstallList,
  InstallListing,
  Message,
  RuntimeToken,
} from './schemas.ts';

export const installs = [
  route({
    method: 'GET',
    path: '/apps/{slug}/installs',
    operationId: 'listInstalls',
    tag: 'Installs',
    summary: 'Installs of one of your apps across all teams of the account.',
    description: 'Uninstalled ones are included, with `is_active` false.',
    answer: InstallList,
    handle: async ({ run, params: { slug = '' } }) => {
      const rows = await allOf(
        async (after) => found((await run(listInstallsDocument, { slug, after })).app, slug).installs,
      );
      return { data: rows.map(toListing) };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/installs',
    operationId: 'installApp',
    tag: 'Installs',
    summary: 'Installs one of your apps on the team. Token and webhook secret are shown only once.',
    description:
      'The install is granted every permission the live version requests. `{"dev": true}` creates a development install: its deliveries are queued for `forward`, and no live version is needed. An app with plans needs `plan`; a development install uses the first plan if it is omitted. Private apps and development installs never cost anything.',
    problems: ['not_installable', 'already_installed', 'plan_required'],
    team: true,
    body: InstallApp,
    status: 201,
    answer: InstallIssue,
    handle: async ({ run, params: { slug = '' }, team, body }) => {
      const { appInstall: installed } = await run(installAppDocument, {
        slug,
        team,
        dev: body.dev,
        plan: body.plan ?? null,
      });
      throwRefusal(installed.userErrors);
      return { team, token: installed.token ?? '', webhook_secret: installed.webhookSecret ?? '' };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/installs/permissions',
    operationId: 'approvePermissions',
    tag: 'Installs',
    summary: 'Grants an install of one of your apps permissions that its running version requests.',
    description:
      'Its tokens gain them immediately. `listInstalls` shows the permissions that an install lacks in `missing`.',
    problems: ['manifest_changed'],
    team: true,
    body: ApprovePermissions,
    answer: InstallListing,
    handle: async ({ run, params: { slug = '' }, team, body: { permissions } }) => {
      const { appPermissionsApprove: approved } = await run(approvePermissionsDocument, {
        slug,
        team,
        permissions,
      });
      throwRefusal(approved.userErrors);
      return toListing(found(approved.install, `${slug} on ${team}`));
    },
  }),
  route({
    method: 'DELETE',
    path: '/apps/{slug}/installs',
    operationId: 'uninstallApp',
    tag: 'Installs',
    summary: 'Uninstalls one of your apps from the team; its tokens stop working immediately.',
    description:
      'Its tokens stop working and outstanding deliveries are dropped. Installing the app again creates a new token and a new webhook secret.',
    team: true,
    answer: Message,
    handle: async ({ run, params: { slug = '' }, team }) => {
      throwRefusal((await run(uninstallAppDocument, { slug, team })).appUninstall.userErrors);
      return { message: `The app "${slug}" is no longer installed on the team "${team}".` };
    },
  }),
  route({
    method: 'POST',
    path: '/apps/{slug}/installs/token',
    operationId: 'rotateToken',
    tag: 'Installs',
    summary: 'Creates a new runtime token; the old one stops working immediately.',
    description: 'The token is shown only once. The webhook secret does not change.',
    team: true,
    answer: RuntimeToken,
    handle: async ({ run, params: { slug = '' }, team }) => {
      const { appTokenRotate: rotated } = await run(rotateTokenDocument, { slug, team });
      throwRefusal(rotated.userErrors);
      return { token: rotated.token ?? '' };
    },
  }),
];

const toListing = ({
  team,
  isActive,
  isDevInstall,
  scopes,
  capabilities,
  version,
  requested,
  permissions,
}: InstallListingFragment) => ({
  team: team.slug,
  is_active: isActive,
  is_dev_install: isDevInstall,
  scopes: [...scopes],
  capabilities: [...capabilities],
  version,
  requested: [...requested],
  missing: isActive ? permissions.filter(({ isNew }) => isNew).map(({ name }) => name) : [],
});
