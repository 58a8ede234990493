/** Kinds of app (docs/interface/apps.md#kinds-and-distribution). */
export const APP_TYPES = ['remote', 'payment', 'channel', 'injection'] as const;
export type AppType = (typeof APP_TYPES)[number];

/** Who may install an app: the developer's own teams, or every host after a review. */
export const DISTRIBUTIONS = ['private', 'public'] as const;
export type Distribution = (typeof DISTRIBUTIONS)[number];

/** How an app is paid for: not at all, to its developer, or through the platform. */
export const APP_BILLINGS = ['free', 'external', 'platform'] as const;
export type AppBilling = (typeof APP_BILLINGS)[number];

/** Scopes an app may ask a host for. `write_x` implies `read_x` (docs/interface/graphql.md#access). */
export const SCOPES = [
  'read_bookings',
  'write_bookings',
  'read_channels',
  'write_channels',
  'read_contacts',
  'write_contacts',
  'read_conversations',
  'write_conversations',
  'read_payment_sessions',
  'write_payment_sessions',
  'read_properties',
  'write_properties',
  'read_rates',
  'write_rates',
  'read_tasks',
  'write_tasks',
] as const;

/** Capabilities every kind of app may declare. */
export const CAPABILITIES = [
  'act_as_assignment_provider',
  'act_as_inbox_provider',
  'register_task_types',
] as const;

/** Capabilities that only payment apps may declare; theirs is a table of booleans. */
export const PAYMENT_CAPABILITIES = ['refunds'] as const;

/** What a channel app can take besides availability (docs/interface/channels.md#push). */
export const CHANNEL_FEATURES = ['rates', 'occupancy_rates', 'restrictions', 'rate_plans'] as const;

/** Pictures that a task type may have in the panel. */
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

/** Who is asked at first to assign the tasks of a type: the app that brings it, or no one. */
export const TASK_PROVIDERS = ['self', 'host'] as const;

/** What makes a rule create a task (docs/interface/tasks.md#rules). */
export const TASK_TRIGGERS = [
  'booking.confirmed',
  'booking.checked_out',
  'booking.cancelled',
  'every',
] as const;

/** What can be filled in on a task. */
export const TASK_FIELD_TYPES = [
  'string',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'url',
] as const;

/** What a setting of an app holds (docs/interface/settings.md#values). */
export const SETTING_TYPES = [
  ...(['text', 'textarea', 'secret', 'integer', 'decimal', 'boolean', 'select', 'multiselect'] as const),
  ...(['url', 'email', 'date', 'time', 'color', 'property', 'unit_type'] as const),
] as const;

/** What a setting has a value for each of. */
export const SETTING_SCOPES = ['install', 'property', 'unit_type', 'connection', 'placement'] as const;

/** What an app can add to storefront pages (docs/interface/injections.md). */
export const INJECTION_KINDS = ['frame', 'script', 'link', 'meta'] as const;
export type InjectionKind = (typeof INJECTION_KINDS)[number];

/** Where on a storefront's pages it can be. */
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

/** What a guest agrees to before it is loaded; nothing is asked for what is necessary. */
export const INJECTION_CONSENTS = ['necessary', 'preferences', 'statistics', 'marketing'] as const;
export type InjectionConsent = (typeof INJECTION_CONSENTS)[number];

/** What search engines and networks verify a site by. */
export const INJECTION_META_NAMES = [
  ...(['google-site-verification', 'msvalidate.01', 'yandex-verification', 'p:domain_verify'] as const),
  ...(['facebook-domain-verification', 'ahrefs-site-verification'] as const),
] as const;

/** Keys of app.toml, by the table they are in (`''` is the top). Others are allowed and ignored. */
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

/** Sizes a manifest keeps to. */
export const MANIFEST_LIMITS = {
  nameLength: 30,
  channelNameLength: 40,
  /** Days ahead that a channel can be told of. */
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
  /** Characters of a value that is one line, and of any other. */
  settingLine: 1_000,
  settingText: 10_000,
  /** Keys and array entries of the whole manifest. */
  values: 2_000,
  keyLength: 64,
  /** Tables and arrays within one another. */
  depth: 12,
  /** Issues that are listed; what comes after them is only counted. */
  issues: 100,
  /** Unknown names a known one is proposed for. */
  proposals: 5,
} as const;
