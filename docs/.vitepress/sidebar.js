import { CHANGED, PAGES, VERSIONS } from './graphql.js';

/**
 * @param {string} text
 * @param {string} link
 * @param {string} description one sentence, for search engines and for the index for language models
 */
const page = (text, link, description) => ({ text, link, description });

const GRAPHQL = {
  queries: 'every query, with its arguments, scope and result',
  mutations: 'every mutation, with its arguments, scope and result',
  objects: 'every object type, with its fields and their scopes',
  inputs: 'every input object, with its fields and their limits',
  values: 'every enum and scalar, with its values',
};

const graphql = (version) =>
  Object.entries(PAGES).map(([name, { title }]) =>
    page(
      `${title}, ${version}`,
      `/reference/graphql/${version}/${name}`,
      `The reference for the developer API's version ${version} lists ${GRAPHQL[name]}.`,
    ),
  );

const changes = (version) =>
  page(
    `Changes of ${version}`,
    `/reference/changelog/${version}`,
    `The developer API's version ${version} is compared with the version before it, field by field.`,
  );

const promise = ([text, name, description]) => page(text, `/interface/${name}`, description);

/** Every page of the site in reading order. The index for language models also uses this list. */
export const SIDEBAR = [
  {
    text: 'Begin',
    items: [
      page(
        'What it is',
        '/',
        'The platform sells the same stays to AI agents, guests and hosts, and apps extend it.',
      ),
      page('Run it', '/guides/run', 'One command starts the platform with its own PostgreSQL and demo data.'),
    ],
  },
  {
    text: 'For hosts',
    items: [
      page(
        'Start here',
        '/hosts/',
        'These pages explain the host panel task by task, without technical words.',
      ),
      page('Set up', '/hosts/set-up', 'A new host describes the first property and puts its site online.'),
      page(
        'Rates and availability',
        '/hosts/rates-and-availability',
        'Hosts set prices, seasons, minimum stays, fees and taxes, and close rooms.',
      ),
      page(
        'Bookings, day by day',
        '/hosts/bookings-day-by-day',
        'Hosts check guests in and out, enter, change and cancel bookings, and assign rooms.',
      ),
      page(
        'Payments and invoices',
        '/hosts/payments-and-invoices',
        'Hosts take payments, pay money back, and issue invoices and credit notes.',
      ),
      page(
        'Messages',
        '/hosts/writing-to-guests',
        'Hosts answer guests in one inbox, and send the usual messages automatically.',
      ),
      page(
        'Housekeeping and tasks',
        '/hosts/tasks-and-housekeeping',
        'Teams plan cleanings and repairs, and see which rooms are ready for their next guests.',
      ),
      page(
        'Reports',
        '/hosts/reading-reports',
        'Hosts read occupancy, revenue, taxes, payments and open balances.',
      ),
      page(
        'Apps and channels',
        '/hosts/apps-and-channels',
        'Hosts connect apps, booking sites and calendars.',
      ),
      page(
        'Your site and its themes',
        '/hosts/site-and-themes',
        "Hosts change their site's look, address and themes.",
      ),
      page(
        'Your team',
        '/hosts/team-and-security',
        'Owners invite colleagues, choose their roles and keep accounts safe.',
      ),
      page(
        'The panel, page by page',
        '/guides/panel',
        "The guide describes each of the host panel's pages, and the keys that work there.",
      ),
      page(
        'Send messages automatically',
        '/guides/automatic-messages',
        "Templates and rules answer guests' usual questions at the right time, in their language.",
      ),
      page(
        'Take card payments with Stripe',
        '/guides/take-card-payments',
        "With the Stripe app, guests pay by card into the host's own Stripe account.",
      ),
      page(
        'Switch from another system',
        '/guides/switch-systems',
        'A host imports the reservations of another system from a file, which is checked first.',
      ),
    ],
  },
  {
    text: 'Book as an agent',
    items: [
      page(
        'Over MCP',
        '/guides/book-over-mcp',
        'An AI agent finds, prices and books a stay over MCP with UCP, without a key.',
      ),
      page(
        'Over REST (ACP)',
        '/guides/book-over-acp',
        "An agent platform books stays over ACP's REST checkout with a storefront's key.",
      ),
      page('MCP tools', '/reference/mcp-tools', 'The reference lists every MCP tool with its arguments.'),
      page(
        'UCP, every field',
        '/reference/ucp',
        "The reference lists the fields of UCP's results, of lodging metadata and of the lodging draft.",
      ),
      page(
        'ACP, every field',
        '/reference/acp-fields',
        "The reference lists the fields of ACP's requests, sessions and errors in both versions.",
      ),
    ],
  },
  {
    text: 'Build an app',
    items: [
      page(
        'A smart lock in 60 lines',
        '/guides/smart-lock',
        'You build an app that shows a door code to the guests of a confirmed booking.',
      ),
      page(
        'Assign cleanings',
        '/guides/assign-cleanings',
        "You build an app that assigns a host's tasks to its own workers.",
      ),
      page(
        'Take payments',
        '/guides/take-payments',
        'You build an app with a page where guests pay for their booking.',
      ),
      page(
        'Be a sales channel',
        '/guides/be-a-channel',
        "You build an app that sells a host's rooms on another site.",
      ),
      page(
        'Be an inbox',
        '/guides/be-an-inbox',
        "You build an app that brings another site's messages into the panel's inbox.",
      ),
      page(
        'Add to storefronts',
        '/guides/add-to-storefronts',
        "You build an app that shows content on the pages of a host's site.",
      ),
      page(
        'Build a theme',
        '/guides/build-a-theme',
        "You write Liquid templates that replace the layout of a host's site.",
      ),
      page(
        'List your app',
        '/guides/list-your-app',
        'You publish an app in the app store, with its listing and its review.',
      ),
      page(
        'Charge for your app',
        '/guides/charge-for-your-app',
        'You set prices, report what your app was used for, and see what it earns.',
      ),
      page(
        'App settings',
        '/guides/app-settings',
        'Your app declares the values that each host enters, and reads them.',
      ),
      page(
        'The command line',
        '/guides/command-line',
        'The platform command creates, checks, releases and runs apps.',
      ),
      page(
        'Install through OAuth',
        '/guides/install-through-oauth',
        'Hosts connect your app from your own site, or from the app store.',
      ),
      page(
        'Developer GraphQL API',
        '/guides/use-graphql',
        'Installed apps read and change the data of a team through dated versions.',
      ),
      page(
        'Webhooks',
        '/reference/webhook-topics',
        'The reference lists every webhook topic with its fields and a signed example.',
      ),
      page(
        'Process payments',
        '/guides/process-payments',
        'The guide describes every request and response between the platform and a payment app.',
      ),
      page('Embedded pages', '/guides/embed-pages', 'Your app shows its own page inside the host panel.'),
      page(
        'Management API',
        '/guides/manage-apps',
        'Developers manage their apps, versions and installs over REST.',
      ),
    ],
  },
  {
    text: 'Reference',
    items: [
      page(
        'Errors and how to fix them',
        '/reference/errors',
        "The page lists every surface's error codes, with their reasons and fixes.",
      ),
      page(
        'Management API, every endpoint',
        '/reference/management-api',
        "The reference lists the management API's endpoints with their fields and examples.",
      ),
      ...VERSIONS.flatMap(graphql),
      page(
        'Switch to 2027-01',
        '/changelog/2027-01',
        "The page lists the names that changed in version 2027-01 and an app's steps to it.",
      ),
      ...CHANGED.map(changes),
    ],
  },
  {
    text: 'What is promised',
    collapsed: true,
    items: [
      page('Overview', '/interface/', 'The contract of every surface is specified page by page, and tested.'),
      ...[
        [
          'Storefronts',
          'storefronts',
          'A storefront has domains, a state, pages for guests and a profile for agents.',
        ],
        [
          'Catalog',
          'catalog',
          'The contract covers properties, unit types, nights, rates, restrictions and search.',
        ],
        ['Photos', 'photos', 'The contract covers how photos are uploaded, checked, stored and served.'],
        [
          'Calendars of other platforms',
          'ical',
          'Calendar feeds (iCal) block nights that other platforms sold, and publish our own.',
        ],
        ['Channels', 'channels', 'Channel apps receive availability and rates, and send reservations back.'],
        ['Injections', 'injections', "Apps add frames and links to a storefront's pages, within limits."],
        [
          'Themes on storefronts',
          'storefront-themes',
          "A theme is installed, previewed, published and rolled back on a host's site.",
        ],
        [
          'Checkout',
          'checkout',
          'Every surface uses the same checkout, with the same prices, holds and messages.',
        ],
        ['MCP', 'mcp', 'The contract covers the MCP transport, tools, resources, results and signatures.'],
        [
          'UCP lodging (draft)',
          'lodging',
          "UCP's lodging draft is served apart from all other surfaces, if two switches are on.",
        ],
        ['ACP', 'acp', "The contract covers ACP's endpoints, keys, signatures, versions and errors."],
        [
          'Developer GraphQL API',
          'graphql',
          'The contract covers versions, permissions, limits, lists and custom fields.',
        ],
        ['Apps', 'apps', 'An app has a type, a manifest, versions, a review and installs.'],
        ['Listings', 'listings', 'A listing presents a public app in the store before hosts install it.'],
        ['Paid apps', 'billing', 'Hosts subscribe to a plan of an app and pay a statement every month.'],
        ['Settings of apps', 'settings', 'Apps declare settings, and hosts enter their values.'],
        [
          'Management API',
          'management',
          'The contract covers authentication, limits, errors and every group of endpoints.',
        ],
        ['OAuth', 'oauth', 'Apps and the command line get their tokens through OAuth 2.'],
        ['Webhooks', 'webhooks', 'Webhooks are signed, ordered per resource, retried and kept for 30 days.'],
        ['Tasks', 'tasks', 'The contract covers task types, states, assignment, rules and checklists.'],
        ['Payments', 'payments', 'Payment apps open sessions, report results and pay refunds back.'],
        [
          'Bookings',
          'bookings',
          'The contract covers how bookings are created, paid, changed, cancelled and redacted.',
        ],
        [
          'Stays',
          'stays',
          'Guests move from expected to in house to departed, with early and late exceptions.',
        ],
        ['Housekeeping', 'housekeeping', 'Every unit is clean, dirty, inspected or out of order.'],
        ['Folios', 'folios', "A folio is a booking's account, with charges, payments, refunds and disputes."],
        ['Invoices', 'invoices', 'Invoices and credit notes have numbers without gaps and never change.'],
        [
          'Reports',
          'reports',
          'The contract defines each metric, the taxes, the payments and the balances due.',
        ],
        [
          'Requests to book',
          'requests',
          'A guest asks for a stay, and the host accepts or declines it in time.',
        ],
        ['Conversations', 'conversations', 'A conversation holds the messages between a team and a guest.'],
        [
          'Automatic messages',
          'messages',
          "Rules send templates at a booking's events, once per rule and booking.",
        ],
        [
          'Embedded pages',
          'embedded-pages',
          'The panel frames an app page and gives it a short-lived token.',
        ],
        ['Accounts', 'accounts', 'Accounts have passwords, passkeys, second factors, recovery and limits.'],
        ['Emails', 'mails', 'The contract lists every email, its reason, its language and its retries.'],
        ['Hosts', 'host', "The panel's API serves a signed-in person's team."],
        ['Teams', 'teams', 'Each member has one role, and the roles limit what members can do.'],
        ['Import and export', 'import', "A storefront's catalog is imported and exported as a file."],
        [
          'Operations',
          'operations',
          'Processes start, stop, report their health and write logs in one format.',
        ],
      ].map(promise),
    ],
  },
  {
    text: 'Operate',
    items: [
      page(
        'In production',
        '/guides/production',
        'An operator installs, sizes, backs up and upgrades the platform.',
      ),
      page('Runbook', '/runbook', 'Each alert has a section with its meaning, where to look and what to do.'),
      page(
        'Settings',
        '/reference/platform-settings',
        'The page lists every environment variable with its default.',
      ),
      page(
        'How long things are kept',
        '/reference/history',
        "The page lists every table's retention and the job that deletes its rows.",
      ),
      page(
        'What outside judges say',
        '/reference/conformance',
        'The page shows the results of third-party conformance checkers.',
      ),
    ],
  },
];

/** Descriptions by link. */
export const DESCRIPTIONS = new Map(
  SIDEBAR.flatMap(({ items }) => items.map(({ link, description }) => [link, description])),
);

export const NAV = [
  { text: 'Hosts', link: '/hosts/' },
  { text: 'Agents', link: '/guides/book-over-mcp' },
  { text: 'Apps', link: '/guides/smart-lock' },
  { text: 'GraphQL', link: `/reference/graphql/${VERSIONS[0]}/queries` },
  { text: 'Operate', link: '/reference/platform-settings' },
];
