import { PROBLEMS, type ProblemCode } from './problems.ts';

/** A body and its response, as shown in the document. Tests parse them with the route's schemas. */
export interface Example {
  readonly request?: unknown;
  readonly response: unknown;
}

const manifest = {
  scopes: ['read_tasks', 'write_tasks'],
  capabilities: ['act_as_assignment_provider'],
  webhooks: ['task.assignment_requested'],
  webhook_url: 'https://crew.example.com/webhooks',
};
const app = {
  slug: 'turnover-crew',
  name: 'Turnover Crew',
  type: 'remote',
  distribution: 'private',
  status: 'approved',
  live_version: 12,
  install_count: 1,
  client_id: 'client_9f3c2b7d',
};
const version = {
  id: 12,
  status: 'approved',
  live: true,
  scope_escalation: false,
  created_at: '2026-01-31T09:00:00.000Z',
};
const install = {
  team: 'lakeside',
  is_active: true,
  is_dev_install: true,
  scopes: ['read_tasks'],
  capabilities: ['act_as_assignment_provider'],
  version: 3,
  requested: ['read_tasks', 'act_as_assignment_provider'],
  missing: [],
};
const theme = {
  slug: 'lakeside',
  name: 'Lakeside',
  distribution: 'public',
  status: 'approved',
  live_version: 3,
};
const themeVersion = {
  id: 3,
  label: '1.2.0',
  status: 'approved',
  live: true,
  created_at: '2026-01-31T09:00:00.000Z',
  rejection_reason: null,
};
const content = {
  tagline: 'Cleanings assigned to your crew within a minute of every check-out',
  description: '**Turnover Crew** plans your cleanings.\n\n- Assigns each task to the nearest free cleaner',
  icon: '12',
  gallery: [{ media_id: '13', alt: 'The board with the tasks of today' }],
  video_url: null,
  categories: ['cleaning'],
  languages: ['en', 'de-CH'],
  support: { email: 'help@crew.example.com', url: 'https://crew.example.com/help' },
  privacy_url: 'https://crew.example.com/privacy',
  terms_url: 'https://crew.example.com/terms',
  demo_url: null,
  changelog: null,
};
const icon = {
  id: '12',
  kind: 'icon',
  status: 'ready',
  problem: null,
  sha256: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  width: 512,
  height: 512,
  url: 'https://api.example.com/media/apps/2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae/512',
};
const plan = {
  key: 'pro',
  name: 'Pro',
  description: 'For every property.',
  currency: 'EUR',
  interval: 'month',
  amount: 3_000,
  usage: [{ key: 'cleaning', name: 'Cleanings', unit: 'cleaning', amount: 30 }],
  included: { cleaning: 10 },
  capped_amount: 5_000,
  trial_days: 14,
  per_unit: 'none',
  features: ['Unlimited crews'],
  active: true,
};
const themePlan = {
  ...plan,
  description: 'For all of your sites.',
  usage: [],
  included: {},
  capped_amount: null,
  features: ['Five layouts'],
};
const themeListing = { plans: [{ ...themePlan, version: 1 }] };
const listing = {
  status: 'published',
  draft_status: null,
  listed: true,
  draft: content,
  published: content,
  missing: [],
  media: [icon],
  plans: [{ ...plan, version: 1 }],
  facts: {
    permissions: ['See your tasks', 'Work on your tasks'],
    data_read: ['Your tasks with their place, due time, status and assignee'],
    pricing: 'Billed by the platform',
    installs: 50,
    median_answer_ms: 84,
    updated_at: '2026-01-31T09:00:00.000Z',
  },
  rejection_reason: null,
  suspension_reason: null,
  submitted_at: '2026-01-30T16:20:00.000Z',
  published_at: '2026-01-31T09:00:00.000Z',
};
const event = 'b19ffc79-38cd-8cb5-a5ad-1f21543549da';
const sent = {
  event_id: event,
  body: `{"event_id":"${event}","topic":"task.assignment_requested","team":"lakeside"}`,
  headers: {
    'X-Platform-Topic': 'task.assignment_requested',
    'X-Platform-Signature': 'sha256=4c71f1fa8c2ea99a6fec8c556fd1d6ee4f025d8ca4532b28745a15572d40495e',
    'X-Platform-Timestamp': '1769850000',
  },
};

/** Examples by operation. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  listTeams: { response: { data: [{ slug: 'lakeside', name: 'Lakeside Stays' }] } },
  listApps: { response: { data: [app] } },
  validateApp: {
    request: { distribution: 'private', manifest: { ...manifest, webhooks: ['task.crated'] } },
    response: {
      valid: false,
      errors: [`"task.crated" isn't a known topic. Did you mean "task.created"?`],
      issues: [
        {
          path: 'webhooks[0]',
          code: 'unknown',
          message: `"task.crated" isn't a known topic. Did you mean "task.created"?`,
        },
      ],
    },
  },
  pushApp: {
    request: {
      name: 'Turnover Crew',
      type: 'remote',
      distribution: 'private',
      manifest,
      documents: {
        'tasks-by-day': 'query tasks($first: Int) { tasks(first: $first) { nodes { id dueAt } } }',
      },
      release: true,
    },
    response: { ...app, install_count: 0, version: 12, client_secret: 'shown only once' },
  },
  getApp: { response: app },
  getAppHealth: {
    response: {
      failing: [
        {
          install: 7,
          team: 'lakeside',
          topic: 'task.assignment_requested',
          status: 'retrying',
          error: 'HTTP 500',
          at: '2026-01-31T09:00:00.000Z',
          event_id: 'b5cf1b43-9a0e-4a8a-9d6f-6f6b6a4c3f10',
          attempts: 2,
          next_attempt_at: '2026-01-31T09:05:00.000Z',
        },
      ],
      installs: [{ date: '2026-01-31', count: 1 }],
      hours: [{ at: '2026-01-31T09:00:00.000Z', delivered: 41, failed: 1, latency_ms: 84 }],
      lacking: { count: 1, installs: [{ install: 7, team: 'lakeside', missing: ['write_bookings'] }] },
    },
  },
  rotateClientSecret: { response: { client_secret: 'shown only once' } },
  getListing: { response: listing },
  putListing: {
    request: { ...content, plans: [plan], submit: true },
    response: { ...listing, draft_status: 'in_review', published_at: '2026-01-12T08:00:00.000Z' },
  },
  getThemeListing: { response: themeListing },
  putThemeListing: { request: { plans: [themePlan] }, response: themeListing },
  createListingMedia: {
    request: { kind: 'icon', bytes: 48_213, sha256: icon.sha256, content_type: 'image/png' },
    response: {
      ...icon,
      status: 'announced',
      width: null,
      height: null,
      url: null,
      media_id: '12',
      upload_url: 'https://api.example.com/media/apps/uploads/12.1769850000000.Zk3b…',
    },
  },
  setListingVisibility: {
    request: { listed: false },
    response: { ...listing, status: 'unlisted', listed: false },
  },
  listVersions: { response: { data: [version] } },
  listThemes: { response: { data: [theme] } },
  validateTheme: {
    request: 'UEsDBA…',
    response: {
      valid: false,
      errors: ['templates/home.liquid:3: The theme has no file snippets/card.liquid.'],
      issues: [
        {
          file: 'templates/home.liquid',
          line: 3,
          code: 'THEME_INVALID',
          message: 'The theme has no file snippets/card.liquid.',
        },
      ],
    },
  },
  pushTheme: { request: 'UEsDBA…', response: { ...theme, version: 4, label: '1.3.0' } },
  getTheme: { response: theme },
  listThemeVersions: { response: { data: [themeVersion] } },
  pullTheme: {
    response: {
      version: 4,
      label: '1.2.0',
      files: [{ path: 'templates/policy.liquid', content: 'PGgxPnt7IHBvbGljeS50aXRsZSB9fTwvaDE+' }],
    },
  },
  setThemeCopy: {
    request: 'PK…',
    response: {
      preview_url: 'https://lakeside.platform.example/theme-preview?preview=copy-4.…',
      expires_at: '2026-12-01T09:30:00.000Z',
      version: 7,
    },
  },
  watchThemeCopy: { response: { version: 7, changed: true } },
  releaseTheme: { request: { version: 4 }, response: { version: 4, status: 'in_review', live: false } },
  releaseVersion: { request: { version: 12 }, response: { version: 12, status: 'approved', live: true } },
  listInstalls: {
    response: {
      data: [
        {
          ...install,
          requested: ['read_tasks', 'write_tasks', 'act_as_assignment_provider'],
          missing: ['write_tasks'],
        },
      ],
    },
  },
  installApp: {
    request: { dev: true },
    response: { team: 'lakeside', token: 'platform_app_…', webhook_secret: 'whsec_…' },
  },
  approvePermissions: {
    request: { permissions: ['write_tasks'] },
    response: {
      ...install,
      scopes: ['read_tasks', 'write_tasks'],
      requested: ['read_tasks', 'write_tasks', 'act_as_assignment_provider'],
    },
  },
  uninstallApp: {
    response: { message: 'The app "turnover-crew" is no longer installed on the team "lakeside".' },
  },
  rotateToken: { response: { token: 'platform_app_…' } },
  reportForwarded: {
    request: { data: [{ event_id: event, status: 204, error: null, latency_ms: 35 }] },
    response: { recorded: 1 },
  },
  forwardDeliveries: { response: { data: [sent] } },
  listDeliveries: {
    response: {
      data: [
        {
          event_id: event,
          topic: 'task.assignment_requested',
          status: 'delivered',
          attempts: 1,
          created_at: '2026-01-31T09:00:00.000Z',
          delivered_at: '2026-01-31T09:00:00.250Z',
          last_status: 204,
          last_error: null,
          latency_ms: 35,
        },
      ],
    },
  },
  getDelivery: { response: sent },
  triggerTopic: {
    request: { topic: 'task.created' },
    response: { topic: 'task.created', message: 'Task 7 (inspection) was created at Lakeside House.' },
  },
};

/** Builds a printed problem as an example. */
export const exampleProblem = (code: ProblemCode = 'bad_request') => ({
  type: `urn:platform:problem:${code}`,
  title: PROBLEMS[code][1],
  status: PROBLEMS[code][0],
  detail: PROBLEMS[code][1],
  code,
  message: PROBLEMS[code][1],
  request_id: '01JK8Z3T9Q',
  errors: {},
});
