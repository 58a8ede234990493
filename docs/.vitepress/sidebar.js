import { CHANGED, PAGES, VERSIONS } from './graphql.js';

const page = (text, link) => ({ text, link });

const graphql = (version) =>
  Object.entries(PAGES).map(([name, { title }]) =>
    page(`${title}, ${version}`, `/reference/graphql/${version}/${name}`),
  );

/** Every page of the site in reading order. The index for language models also uses this list. */
export const SIDEBAR = [
  {
    text: 'Begin',
    items: [
      page('What it is', '/'),
      page('Run it', '/guides/run'),
      page('Sell stays', '/guides/panel'),
      page('Send messages automatically', '/guides/automatic-messages'),
      page('Switch from another system', '/guides/switch-systems'),
    ],
  },
  {
    text: 'Book as an agent',
    items: [
      page('Over MCP', '/guides/book-over-mcp'),
      page('Over REST (ACP)', '/guides/book-over-acp'),
      page('MCP tools', '/reference/mcp-tools'),
    ],
  },
  {
    text: 'Build an app',
    items: [
      page('A smart lock in 60 lines', '/guides/smart-lock'),
      page('Assign cleanings', '/guides/assign-cleanings'),
      page('Take payments', '/guides/take-payments'),
      page('Take card payments with Stripe', '/guides/take-card-payments'),
      page('Be a sales channel', '/guides/be-a-channel'),
      page('Be an inbox', '/guides/be-an-inbox'),
      page('Add to storefronts', '/guides/add-to-storefronts'),
      page('Build a theme', '/guides/build-a-theme'),
      page('List your app', '/guides/list-your-app'),
      page('App settings', '/guides/app-settings'),
      page('The command line', '/guides/command-line'),
      page('Install through OAuth', '/guides/install-through-oauth'),
      page('Developer GraphQL API', '/guides/use-graphql'),
      page('Webhooks', '/reference/webhook-topics'),
      page('Process payments', '/guides/process-payments'),
      page('Embedded pages', '/guides/embed-pages'),
      page('Management API', '/guides/manage-apps'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Errors and how to fix them', '/reference/errors'),
      page('Management API, every endpoint', '/reference/management-api'),
      ...VERSIONS.flatMap(graphql),
      page('Switch to 2027-01', '/changelog/2027-01'),
      ...CHANGED.map((version) => page(`Changes of ${version}`, `/reference/changelog/${version}`)),
    ],
  },
  {
    text: 'What is promised',
    collapsed: true,
    items: [
      page('Overview', '/interface/'),
      ...[
        ['Storefronts', 'storefronts'],
        ['Catalog', 'catalog'],
        ['Photos', 'photos'],
        ['Calendars of other platforms', 'ical'],
        ['Channels', 'channels'],
        ['Injections', 'injections'],
        ['Themes on storefronts', 'storefront-themes'],
        ['Checkout', 'checkout'],
        ['MCP', 'mcp'],
        ['UCP lodging (draft)', 'lodging'],
        ['ACP', 'acp'],
        ['Developer GraphQL API', 'graphql'],
        ['Apps', 'apps'],
        ['Listings', 'listings'],
        ['Settings of apps', 'settings'],
        ['Management API', 'management'],
        ['OAuth', 'oauth'],
        ['Webhooks', 'webhooks'],
        ['Tasks', 'tasks'],
        ['Payments', 'payments'],
        ['Bookings', 'bookings'],
        ['Stays', 'stays'],
        ['Housekeeping', 'housekeeping'],
        ['Folios', 'folios'],
        ['Invoices', 'invoices'],
        ['Reports', 'reports'],
        ['Requests to book', 'requests'],
        ['Conversations', 'conversations'],
        ['Automatic messages', 'messages'],
        ['Embedded pages', 'embedded-pages'],
        ['Accounts', 'accounts'],
        ['Emails', 'mails'],
        ['Hosts', 'host'],
        ['Teams', 'teams'],
        ['Import and export', 'import'],
        ['Operations', 'operations'],
      ].map(([text, name]) => page(text, `/interface/${name}`)),
    ],
  },
  {
    text: 'Operate',
    items: [
      page('In production', '/guides/production'),
      page('Runbook', '/runbook'),
      page('Settings', '/reference/platform-settings'),
      page('How long things are kept', '/reference/history'),
      page('What outside judges say', '/reference/conformance'),
    ],
  },
];

export const NAV = [
  page('Agents', '/guides/book-over-mcp'),
  page('Apps', '/guides/smart-lock'),
  page('GraphQL', `/reference/graphql/${VERSIONS[0]}/queries`),
  page('Operate', '/reference/platform-settings'),
];
