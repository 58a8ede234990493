import { readFileSync } from 'node:fs';
import { demoHost } from './app-world.ts';
import { bookStay } from './bookings.ts';
import { ask, type Developer } from './developer.ts';
import { installEmbeddedApp } from './embedded-app.ts';
import { openThreads } from './host-threads.ts';
import type { TestPlatform } from './platform.ts';
import { listApp, publishApp, pushApp } from './public-app.ts';
import { openRequests } from './requests.ts';
import { daysAhead } from './stays.ts';
import { createTask } from './task-world.ts';

/** Demo world objects with their own page, by id or slug. */
export interface PageWorld {
  readonly booking: string;
  readonly request: string;
  readonly conversation: string;
  readonly guest: string;
  readonly property: string;
  readonly unitType: string;
  readonly task: string;
  readonly team: string;
  /** A message template that a rule sends. */
  readonly template: string;
  /** Installed, the team's own, with a page. */
  readonly app: string;
}

interface PanelPage {
  /** Its address, unless the route already is one. */
  readonly at?: (world: PageWorld) => string;
  /** Buttons that open a dialog: one for each dialog. */
  readonly dialogs?: readonly (string | RegExp)[];
  /** The file in `test/panel` that checks it with `expectGoodLooks`; the table itself if omitted. */
  readonly looksIn?: string;
}

const PAGES: Readonly<Record<string, PanelPage>> = {
  '/': { looksIn: 'host-panel' },
  '/tasks/guests-today': { looksIn: 'team-pages' },
  '/bookings': { dialogs: ['New booking'], looksIn: 'host-panel' },
  '/bookings/:id': {
    at: ({ booking }) => `/bookings/${booking}`,
    dialogs: ['Cancel booking', 'Assign units', 'Change dates or guests', 'Write to the guest'],
    looksIn: 'host-panel',
  },
  '/messages': { looksIn: 'messages-pages' },
  '/messages/:id': {
    at: ({ conversation }) => `/messages/${conversation}`,
    dialogs: ['Spam'],
    looksIn: 'messages-pages',
  },
  '/bookings/invoices': { looksIn: 'invoice-pages' },
  '/bookings/requests': { looksIn: 'requests-page' },
  '/bookings/requests/:id': {
    at: ({ request }) => `/bookings/requests/${request}`,
    dialogs: ['Accept', 'Decline'],
    looksIn: 'requests-page',
  },
  '/guests': { looksIn: 'host-panel' },
  '/bookings/:id/registration-card': {
    at: ({ booking }) => `/bookings/${booking}/registration-card`,
    looksIn: 'entered-booking',
  },
  '/guests/:id': {
    at: ({ guest }) => `/guests/${guest}`,
    dialogs: ['Merge…', 'Redact'],
    looksIn: 'guests-pages',
  },
  '/calendar': { dialogs: ['Unit names', 'New booking'], looksIn: 'calendar-page' },
  '/rates': { looksIn: 'properties-page' },
  '/tasks/housekeeping': { dialogs: [/^Out of order: /], looksIn: 'housekeeping-page' },
  '/tasks': { dialogs: ['New task'], looksIn: 'tasks-pages' },
  '/tasks/:id': {
    at: ({ task }) => `/tasks/${task}`,
    dialogs: ['Edit', 'Cancel task'],
    looksIn: 'tasks-pages',
  },
  '/tasks/mine': { looksIn: 'tasks-pages' },
  '/reports': { looksIn: 'reports-pages' },
  '/reports/pace': { looksIn: 'reports-pages' },
  '/reports/stays': { looksIn: 'reports-pages' },
  '/reports/cancellations': { looksIn: 'reports-pages' },
  '/reports/arrivals': { looksIn: 'reports-pages' },
  '/reports/taxes': { looksIn: 'reports-pages' },
  '/reports/payments': { looksIn: 'reports-pages' },
  '/reports/balances': { looksIn: 'reports-pages' },
  '/welcome': { looksIn: '../flows/first-host' },
  '/properties': { looksIn: 'properties-page' },
  '/properties/:id': { at: ({ property }) => `/properties/${property}`, looksIn: 'properties-page' },
  '/properties/:id/unit-types/:unitTypeId': {
    at: ({ property, unitType }) => `/properties/${property}/unit-types/${unitType}`,
    dialogs: [/^Describe/],
    looksIn: 'properties-page',
  },
  '/rates/charges': {
    at: ({ property }) => `/rates/charges?property=${property}`,
    dialogs: ['Add a fee', 'Add a tax', /^Remove/],
    looksIn: 'properties-page',
  },
  '/rates/plans': {
    at: ({ property }) => `/rates/plans?property=${property}`,
    dialogs: ['Add a rate plan'],
    looksIn: 'properties-page',
  },
  '/site': { dialogs: ['Replace', 'Require'], looksIn: 'host-panel' },
  '/site/look': {},
  '/site/theme': { looksIn: 'placements-page' },
  '/rates/cancellation': { looksIn: 'properties-page' },
  '/channels/ical': { dialogs: ['Replace link'], looksIn: 'calendars-page' },
  '/channels': { looksIn: 'channels-page' },
  '/site/placements': { looksIn: 'placements-page' },
  '/settings/billing': { looksIn: 'billing-pages' },
  '/settings/transfer': { looksIn: 'properties-page' },
  '/automation': { dialogs: ['Add a rule'], looksIn: 'host-panel' },
  '/automation/messages': { dialogs: [/^Edit /, /^Remove /], looksIn: 'automation-pages' },
  '/automation/messages/:id': {
    at: ({ template }) => `/automation/messages/${template}`,
    looksIn: 'automation-pages',
  },
  '/team': { dialogs: ['Invite someone'], looksIn: 'team-pages' },
  '/team/activity': { looksIn: 'activity-page' },
  '/team/tokens': { looksIn: 'team-pages' },
  '/settings': { dialogs: ['Close the team…'], looksIn: 'team-pages' },
  '/new-team': { looksIn: 'team-pages' },
  '/installed': {},
  '/installed/:slug': { at: ({ app }) => `/installed/${app}`, dialogs: ['Uninstall'] },
  '/store': {},
  '/store/:slug': { at: () => '/store/guest-notes', dialogs: ['Install'] },
  '/apps/:slug': { at: ({ app }) => `/apps/${app}` },
  '/developer': {},
  '/developer/:slug': { at: ({ app }) => `/developer/${app}`, dialogs: ['Rotate'] },
  '/developer/:slug/listing': { at: () => '/developer/guest-notes/listing', looksIn: 'listing-pages' },
  '/developer/:slug/earnings': { at: () => '/developer/guest-notes/earnings', looksIn: 'marketplace-pages' },
  '/developer/themes/:slug/earnings': {
    at: () => '/developer/themes/own-theme/earnings',
    looksIn: 'marketplace-pages',
  },
  '/review': { dialogs: ['Approve', 'Reject'] },
  '/review/listings': { dialogs: [/^Suspend/], looksIn: 'listing-pages' },
  '/marketplace': { looksIn: 'marketplace-pages' },
  '/marketplace/payouts': { looksIn: 'marketplace-pages' },
  '/marketplace/revenue': { looksIn: 'marketplace-pages' },
  '/accounts': { dialogs: [/^Suspend/], looksIn: 'account-pages' },
  '/teams': { looksIn: 'account-pages' },
  '/teams/:id': { at: ({ team }) => `/teams/${team}`, dialogs: [/^Suspend/], looksIn: 'account-pages' },
  '/storefronts': { looksIn: 'account-pages' },
  '/all-placements': { looksIn: 'placements-page' },
  '/health': { dialogs: [/failed jobs/], looksIn: 'account-pages' },
  '/outbox': { looksIn: 'account-pages' },
  '/gallery': { dialogs: ['Cancel booking'], looksIn: 'gallery' },
};

/** Every route in the panel; a page missing from the table above fails. */
export function everyPage(): readonly (readonly [path: string, page: PanelPage])[] {
  const routes = readFileSync('panel/routes.tsx', 'utf8').matchAll(/^ {4}path: '(.+)',$/gm);
  return [...routes].map(([, path = '']) => {
    const page = PAGES[path];
    if (!page) throw new Error(`${path} is not in the table of test/support/panel-pages.ts.`);
    return [path, page];
  });
}

/** Fills the demo world so that no page is empty for its host, who becomes an operator too. */
export async function openPageWorld(platform: TestPlatform, appPage: string): Promise<PageWorld> {
  await bookStay(platform, { checkIn: daysAhead(2), checkOut: daysAhead(4), guest: 'Ada Lovelace' });
  const { request, unit, team } = await openRequests(platform, 'lakeside');
  const { id } = await request();
  const lakeside = await demoHost(platform, 'lakeside');
  const { slug } = await installEmbeddedApp(platform, lakeside, appPage, { name: 'Crew board' });
  const shelf = { distribution: 'public', scopes: ['read_bookings'] };
  await publishApp(platform, { ...shelf, slug: 'guest-notes', name: 'Guest Notes' });
  await listApp(platform, 'guest-notes');
  await platform.database.query(`UPDATE apps.apps SET account_id = $1 WHERE slug = 'guest-notes'`, [
    lakeside.viewer.accountId,
  ]);
  await platform.database.query(
    `INSERT INTO apps.themes (account_id, slug, name, distribution, created_at) VALUES ($1, 'own-theme', 'Own theme', 'public', now())`,
    [lakeside.viewer.accountId],
  );
  await pushApp(platform, { ...shelf, slug: 'night-audit', name: 'Night Audit' });
  await platform.database.query('UPDATE apps.accounts SET operator = true WHERE id = $1', [
    lakeside.viewer.accountId,
  ]);
  await platform.database.query(
    `INSERT INTO pgboss.job (name, state, retry_count, output, start_after, data)
     VALUES ('payments/send-refund', 'retry', 7, '{}', now() + interval '1 hour', '{}')`,
  );
  const [row] = await platform.database.query<{ booking: string; guest: string; property: string }>(
    `SELECT b.id AS booking, b.contact_id AS guest, u.property_id AS property
     FROM checkout.bookings b, catalog.unit_type u WHERE u.id = $1 ORDER BY b.id DESC LIMIT 1`,
    [unit],
  );
  if (!row) throw new Error('Nothing is booked.');
  const template = await addMessageRule(platform, lakeside);
  const at = { developer: lakeside, propertyId: String(row.property) };
  const task = await createTask(platform, at, { taskType: 'maintenance' });
  const { message } = await openThreads(platform, Number(team)).start({ requestId: id }, 'Welcome!');
  return {
    ...row,
    request: id,
    conversation: String(message?.conversationId),
    unitType: String(unit),
    task,
    team: String(team),
    app: slug,
    template,
  };
}

/** Adds a message template with a rule that sends it; returns the template's id. */
async function addMessageRule(platform: TestPlatform, host: Developer): Promise<string> {
  const texts = [{ locale: 'en', subject: 'Your stay', body: 'Hello {{guest.firstName}}.' }];
  const { messageTemplateSet } = await ask<{ messageTemplateSet: { messageTemplate: { id: string } } }>(
    platform,
    host.host,
    'mutation($input: MessageTemplateSetInput!) { messageTemplateSet(input: $input) { messageTemplate { id } } }',
    { input: { name: 'Before arrival', texts } },
  );
  const templateId = messageTemplateSet.messageTemplate.id;
  await ask(
    platform,
    host.host,
    'mutation($input: MessageRuleSetInput!) { messageRuleSet(input: $input) { messageRule { id } } }',
    {
      input: {
        name: 'Two days before',
        templateId,
        trigger: 'before_check_in',
        days: 2,
        at: '10:00',
        channel: 'conversation',
      },
    },
  );
  return templateId;
}
