import { WEBHOOK_TOPICS } from '../../schema/events.ts';
import { isOwnAddress } from './addresses.ts';
import { scopesWithoutFields } from './granted.ts';
import { injectionRules } from './injections.ts';
import type { Issue } from './issues.ts';
import type { ManifestPolicy } from './policy.ts';
import { membersOf, type Table } from './values.ts';

/** Error for a page on the platform's own address. */
export const OWN_PAGE = 'app_page.url must be on your own server. This address belongs to the platform.';

/**
 * Checks rules that involve several keys. Checks the raw input, so that these issues are reported together
 * with all others.
 */
export function acrossKeys(given: Table, policy: ManifestPolicy): readonly Issue[] {
  const { ownOrigins = [] } = policy;
  const page = membersOf(given.app_page).url;
  const topics = listOf(given.webhooks).some((topic) => WEBHOOK_TOPICS.some((known) => known === topic));
  const broken: readonly (readonly [boolean, Issue])[] = [
    [
      given.distribution === 'public' && given.slug === undefined,
      {
        path: 'slug',
        code: 'required',
        message: 'slug is required for public apps. Choose it before the first push.',
      },
    ],
    ...taskTypeRules(given),
    ...channelRules(given),
    ...inboxRules(given),
    ...injectionRules(given, policy),
    [
      topics && given.webhook_url === undefined,
      {
        path: 'webhook_url',
        code: 'required',
        message: 'webhook_url must be a valid https URL: it receives the topics of webhooks.',
      },
    ],
    [
      typeof page === 'string' && isOwnAddress(page, ownOrigins),
      { path: 'app_page.url', code: 'invalid_url', message: OWN_PAGE },
    ],
    [
      given.type === 'payment' && membersOf(given.endpoints).payment_session === undefined,
      {
        path: 'endpoints.payment_session',
        code: 'required',
        message: 'endpoints.payment_session is required for payment apps: it must be a valid https URL.',
      },
    ],
  ];
  return [
    ...broken.flatMap(([isBroken, issue]) => (isBroken ? [issue] : [])),
    ...scopesWithoutFields(given, policy.defaultApiVersion),
  ];
}

/**
 * Checks that an app with task types has the capability to add them, and that it has the provider capability
 * if it assigns a task type itself.
 */
function taskTypeRules(given: Table): readonly (readonly [boolean, Issue])[] {
  const types = listOf(given.task_types);
  const holds = (capability: string) =>
    listOf(given.capabilities).includes(capability) || membersOf(given.capabilities)[capability] === true;
  const own = types.findIndex((type) => membersOf(type).provider === 'self');
  const provider = `task_types[${own}].provider`;
  return [
    [
      types.length > 0 && !holds('register_task_types'),
      {
        path: 'capabilities',
        code: 'required',
        message: 'capabilities must include "register_task_types", which lets an app add task types.',
      },
    ],
    [
      own >= 0 && !holds('act_as_assignment_provider'),
      {
        path: provider,
        code: 'invalid',
        message: `${provider} can be "self" only with the capability "act_as_assignment_provider".`,
      },
    ],
  ];
}

/** Checks the requirements for an app that carries another inbox's messages. */
function inboxRules(given: Table): readonly (readonly [boolean, Issue])[] {
  const isProvider = listOf(given.capabilities).includes('act_as_inbox_provider');
  return [
    [
      isProvider && !listOf(given.scopes).includes('write_conversations'),
      {
        path: 'scopes',
        code: 'required',
        message:
          'scopes must include "write_conversations", because an inbox provider writes in conversations.',
      },
    ],
    [
      isProvider && membersOf(given.endpoints).message_send === undefined,
      {
        path: 'endpoints.message_send',
        code: 'required',
        message: 'endpoints.message_send is required for inbox providers: it must be a valid https URL.',
      },
    ],
  ];
}

/** Checks the requirements for a channel app. */
function channelRules(given: Table): readonly (readonly [boolean, Issue])[] {
  const endpoints = membersOf(given.endpoints);
  const isChannel = given.type === 'channel';
  const needed = (path: string, missing: boolean, what: string) =>
    [
      isChannel && missing,
      { path, code: 'required', message: `${path} is required for channel apps: ${what}.` },
    ] as const;
  const { name } = membersOf(given.channel);
  return [
    needed('channel.name', name === undefined, 'hosts see it as the source of its bookings'),
    needed('endpoints.channel_test', endpoints.channel_test === undefined, 'it must be a valid https URL'),
    needed(
      'endpoints.channel_products',
      endpoints.channel_products === undefined,
      'it must be a valid https URL',
    ),
    needed('endpoints.channel_ari', endpoints.channel_ari === undefined, 'it must be a valid https URL'),
  ];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
