/** App types (docs/interface/apps.md#kinds-and-distribution). */
export const APP_TYPES = ['remote', 'payment', 'channel', 'injection'] as const;
export type AppType = (typeof APP_TYPES)[number];

/** Kinds of distribution: the developer's own teams, or every host after a review. */
export const DISTRIBUTIONS = ['private', 'public'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

/** Billing models for an app: free, external (paid to its developer), or through the platform. */
export const APP_BILLINGS = ['free', 'external', 'platform'] as const;
export type AppBilling = (typeof APP_BILLINGS)[number];

/** Scopes that an app can request from a host. `write_x` implies `read_x` (docs/interface/graphql.md#access). */
export const SCOPES = [
  'read_bookings',
  'write_bookings',
  'read_channels',
  'write_channels',
  'read_contacts',
  'write_contacts',
  'read_conversations',
  'write_conversations',
  'read_housekeeping',
  'write_housekeeping',
  'read_messages',
  'write_messages',
  'read_payments',
  'write_payments',
  'read_payment_sessions',
  'write_payment_sessions',
  'read_properties',
  'write_properties',
  'read_rates',
  'write_rates',
  'read_reports',
  'read_tasks',
  'write_tasks',
] as const;

/** Capabilities that any app can declare. */
export const CAPABILITIES = [
  'act_as_assignment_provider',
  'act_as_inbox_provider',
  'register_task_types',
] as const;

/** Capabilities that only payment apps can declare, as a table of booleans. */
export const PAYMENT_CAPABILITIES = ['refunds'] as const;

/** Data that a channel app can accept in addition to availability (docs/interface/channels.md#push). */
export const CHANNEL_FEATURES = ['rates', 'occupancy_rates', 'restrictions', 'rate_plans'] as const;

/** Icons for a task type in the panel. */
export const TASK_ICONS = [
  'basket',
  'battery',
  'bed',
  'box',
  'camera',
  'car',
  'clipboard',
  'droplet',
  'flame',
  'gift',
  'key',
  'leaf',
  'lock',
  'package',
  'sparkles',
  'tool',
  'truck',
  'wash',
  'wifi',
] as const;

/** Default assignment provider for a type's tasks: the app that declares it, or no one. */
export const TASK_PROVIDERS = ['self', 'host'] as const;

/** Triggers for a rule that creates tasks (docs/interface/tasks.md#rules). */
export const TASK_TRIGGERS = [
  'booking.confirmed',
  'booking.checked_out',
  'booking.cancelled',
  'every',
] as const;

/** Field types on a task. */
export const TASK_FIELD_TYPES = [
  'string',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'url',
] as const;

/** Value types for an app's settings (docs/interface/settings.md#values). */
export const SETTING_TYPES = [
  ...(['text', 'textarea', 'secret', 'integer', 'decimal', 'boolean', 'select', 'multiselect'] as const),
  ...(['url', 'email', 'date', 'time', 'color', 'property', 'unit_type'] as const),
] as const;

/** Kinds of object that can each have their own value for a setting. */
export const SETTING_SCOPES = ['install', 'property', 'unit_type', 'connection', 'placement'] as const;

/** Kinds of content that an app can add to storefront pages (docs/interface/injections.md). */
export const INJECTION_KINDS = ['frame', 'script', 'link', 'meta'] as const;
export type InjectionKind = (typeof INJECTION_KINDS)[number];

/** Targets on a storefront's pages. */
export const INJECTION_TARGETS = [
  'home.top',
  'home.bottom',
  'stay.after_description',
  'stay.after_price',
  'stay.bottom',
  'request.after',
  'booking.after',
  'body.end',
  'head',
] as const;
export type InjectionTarget = (typeof INJECTION_TARGETS)[number];

/** Consent required before an injection is loaded; `necessary` content needs none. */
export const INJECTION_CONSENTS = ['necessary', 'preferences', 'statistics', 'marketing'] as const;
export type InjectionConsent = (typeof INJECTION_CONSENTS)[number];

/** Names that search engines and social networks use to verify a site. */
export const INJECTION_META_NAMES = [
  ...(['google-site-verification', 'msvalidate.01', 'yandex-verification', 'p:domain_verify'] as const),
  ...(['facebook-domain-verification', 'ahrefs-site-verification'] as const),
] as const;

/** Keys in app.toml, by their table (`''` is the top level). Any other key is an issue. */
export const MANIFEST_KEYS: Readonly<Record<string, readonly string[]>> = {
  '': [
    'name',
    'type',
    'distribution',
    'slug',
    'scopes',
    'capabilities',
    'webhooks',
    'webhook_url',
    'oauth',
    'app_page',
    'endpoints',
    'channel',
    'injections',
    'task_types',
    'settings',
    'delivery',
  ],
  oauth: ['redirect_uris'],
  app_page: ['url'],
  endpoints: [
    'payment_session',
    'refund_session',
    'channel_test',
    'channel_products',
    'channel_ari',
    'channel_copy',
    'message_send',
  ],
  channel: ['name', 'features', 'horizon_days'],
  delivery: ['standard_webhooks', 'api_version'],
  task_types: [
    'key',
    'name',
    'description',
    'icon',
    'sla',
    'provider',
    'blocks_guest_ready',
    'fields',
    'rules',
  ],
  'task_types.fields': ['key', 'type', 'label', 'required_to_complete'],
  settings: [
    'key',
    'type',
    'label',
    'help',
    'required',
    'default',
    'options',
    'min',
    'max',
    'pattern',
    'per',
    'show_if',
    'group',
  ],
  'settings.options': ['value', 'label'],
  'settings.show_if': ['key', 'equals'],
  injections: [
    'handle',
    'name',
    'kind',
    'target',
    'url',
    'integrity',
    'height',
    'lazy',
    'consent',
    'auto_place',
    'meta',
  ],
  'injections.height': ['min', 'max'],
  'injections.meta': ['name', 'content'],
  'task_types.rules': ['trigger', 'offset', 'due', 'enabled_by_default'],
};

/** Size limits for a manifest. */
export const MANIFEST_LIMITS = {
  nameLength: 30,
  channelNameLength: 40,
  /** Maximum number of days ahead for channel updates. */
  channelHorizonDays: 730,
  urlLength: 2_048,
  listLength: 100,
  injections: 50,
  injectionName: 40,
  /** Pixels. */
  injectionHeight: 1_200,
  injectionMeta: 200,
  taskTypes: 20,
  taskTypeName: 60,
  taskTypeDescription: 300,
  taskFields: 20,
  settings: 50,
  settingLabel: 60,
  settingHelp: 300,
  settingOptions: 100,
  settingOption: 100,
  settingPattern: 200,
  /** Maximum characters in a single-line value, and in any other value. */
  settingLine: 1_000,
  settingText: 10_000,
  /** Maximum keys and array entries in the whole manifest. */
  values: 2_000,
  keyLength: 64,
  /** Maximum nesting depth of tables and arrays. */
  depth: 12,
  /** Maximum issues listed; any others are only counted. */
  issues: 100,
  /** Maximum unknown names with a suggestion. */
  proposals: 5,
} as const;
