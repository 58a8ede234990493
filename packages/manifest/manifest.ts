import * as z from 'zod/mini';
import { isVisible } from '../../kit/names.ts';
import { WEBHOOK_TOPICS } from '../../schema/events.ts';
import { API_VERSIONS, DEFAULT_API_VERSION } from '../../schema/views.ts';
import { acrossKeys } from './across-keys.ts';
import { isAppAddress, isRedirectUri } from './addresses.ts';
import type { DeclaredSetting } from './declared-setting.ts';
import { type DeclaredInjection, injections } from './injections.ts';
import { bounded, breaks, type Issue, rule, sentences, toIssue } from './issues.ts';
import { misspeltKeys } from './misspelt.ts';
import { oversize } from './oversize.ts';
import type { ManifestPolicy } from './policy.ts';
import { settings } from './settings.ts';
import { isSlug } from './slug.ts';
import { type DeclaredTaskType, taskTypes } from './task-types.ts';
import { flag, isTable, membersOf, names, table, text } from './values.ts';
import {
  APP_TYPES,
  type AppType,
  CAPABILITIES,
  CHANNEL_FEATURES,
  DISTRIBUTIONS,
  type Distribution,
  MANIFEST_KEYS,
  MANIFEST_LIMITS,
  PAYMENT_CAPABILITIES,
  SCOPES,
} from './vocabulary.ts';

export type { Issue } from './issues.ts';

/** An app's validated declaration. Keys omitted in app.toml are null or empty. */
export interface Manifest {
  readonly name: string | null;
  readonly type: AppType;
  readonly distribution: Distribution;
  readonly slug: string | null;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly webhooks: readonly string[];
  readonly webhookUrl: string | null;
  readonly redirectUris: readonly string[];
  readonly appPageUrl: string | null;
  readonly paymentSessionUrl: string | null;
  readonly refundSessionUrl: string | null;
  /** Undefined in versions older than channel connections. */
  readonly channelTestUrl?: string | null;
  readonly channelProductsUrl?: string | null;
  /** Undefined in versions older than channel updates, as are the features. */
  readonly channelAriUrl?: string | null;
  readonly channelCopyUrl?: string | null;
  /** Undefined in versions that don't carry another inbox's messages. */
  readonly messageSendUrl?: string | null;
  /** Its channel's name. */
  readonly channelName?: string | null;
  /**
   * Data that it accepts in addition to availability, and the number of days ahead; null means the default
   * number.
   */
  readonly channelFeatures?: readonly string[];
  readonly channelHorizonDays?: number | null;
  readonly standardWebhooks: boolean;
  /** The app's pinned API version, which is also in its webhooks. */
  readonly webhookApiVersion: string;
  /** Undefined in versions older than the rules for entries. */
  readonly declaredInjections?: readonly DeclaredInjection[];
  /** Undefined in versions older than this key. */
  readonly taskTypes?: readonly DeclaredTaskType[];
  /** Undefined in versions older than this key. */
  readonly settings?: readonly DeclaredSetting[];
}

/** Versions that an app can pin. */
const DATED = API_VERSIONS.map(({ version }) => version) as [string, ...string[]];

/** A valid manifest, or all its issues. */
export type ManifestReading =
  | { readonly manifest: Manifest; readonly issues: readonly [] }
  | { readonly manifest: null; readonly issues: readonly Issue[] };

/**
 * Reads an app's manifest: app.toml's keys as JSON, from any source. Never throws. Server and CLI share this
 * validator (docs/interface/apps.md#manifest). Unknown keys are issues.
 */
export function readManifest(input: unknown, policy: ManifestPolicy): ManifestReading {
  const tooLarge = oversize(input);
  if (tooLarge !== null)
    return { manifest: null, issues: [{ path: '', code: 'too_large', message: tooLarge }] };
  const given = membersOf(input);
  const { allowPrivate, defaultApiVersion = DEFAULT_API_VERSION } = policy;
  const schema = schemaFor(allowPrivate, given.type === 'payment');
  const { data, error } = z.safeParse(schema, input, { error: sentences(), reportInput: true });
  const issues = [
    ...misspeltKeys(input),
    ...(error?.issues ?? []).map(toIssue),
    ...acrossKeys(given, policy),
  ].sort((one, other) => placeOf(one) - placeOf(other));
  if (!data || issues.length > 0) return { manifest: null, issues: bounded(issues) };
  return {
    manifest: { ...data, webhookApiVersion: data.webhookApiVersion ?? defaultApiVersion },
    issues: [],
  };
}

/** Returns the position of an issue's key in app.toml; unknown keys are first. */
const placeOf = ({ path }: Issue): number => MANIFEST_KEYS['']?.indexOf(path.split(/[.[]/)[0] ?? '') ?? 0;

const schemas = new Map<string, ReturnType<typeof manifestSchema>>();

function schemaFor(allowPrivate: boolean, takesPayments: boolean) {
  const known = `${allowPrivate} ${takesPayments}`;
  const schema = schemas.get(known) ?? manifestSchema(allowPrivate, takesPayments);
  schemas.set(known, schema);
  return schema;
}

function manifestSchema(allowPrivate: boolean, takesPayments: boolean) {
  const url = z.optional(address(allowPrivate));
  const shape = {
    name: z.optional(name),
    type: z._default(z.enum(APP_TYPES), 'remote'),
    distribution: z._default(z.enum(DISTRIBUTIONS), 'private'),
    slug: z.optional(slug),
    scopes: z._default(names(SCOPES), []),
    capabilities: z._default(takesPayments ? paymentCapabilities : names(CAPABILITIES), []),
    webhooks: z._default(names(WEBHOOK_TOPICS), []),
    webhook_url: url,
    oauth: z.optional(table({ redirect_uris: z._default(redirectUris, []) })),
    app_page: z.optional(table({ url })),
    endpoints: z.optional(
      table({
        payment_session: url,
        refund_session: url,
        channel_test: url,
        channel_products: url,
        channel_ari: url,
        channel_copy: url,
        message_send: url,
      }),
    ),
    channel: z.optional(
      table({
        name: z.optional(channelName),
        features: z._default(names(CHANNEL_FEATURES), []),
        horizon_days: horizon,
      }),
    ),
    delivery: z.optional(table({ standard_webhooks: flag, api_version: z.optional(z.enum(DATED)) })),
    injections: injections(allowPrivate),
    task_types: taskTypes,
    settings,
  };
  const whole = z.object(shape, { error: () => 'The manifest must be an object with the keys of app.toml.' });
  return z.pipe(
    whole,
    z.transform((given) => ({
      name: given.name ?? null,
      type: given.type,
      distribution: given.distribution,
      slug: given.slug ?? null,
      scopes: given.scopes,
      capabilities: given.capabilities,
      webhooks: given.webhooks,
      webhookUrl: given.webhook_url ?? null,
      redirectUris: given.oauth?.redirect_uris ?? [],
      appPageUrl: given.app_page?.url ?? null,
      paymentSessionUrl: given.endpoints?.payment_session ?? null,
      refundSessionUrl: given.endpoints?.refund_session ?? null,
      channelTestUrl: given.endpoints?.channel_test ?? null,
      channelProductsUrl: given.endpoints?.channel_products ?? null,
      channelAriUrl: given.endpoints?.channel_ari ?? null,
      ...(given.endpoints?.channel_copy && { channelCopyUrl: given.endpoints.channel_copy }),
      ...(given.endpoints?.message_send && { messageSendUrl: given.endpoints.message_send }),
      channelName: given.channel?.name ?? null,
      channelFeatures: given.channel?.features ?? [],
      channelHorizonDays: given.channel?.horizon_days ?? null,
      standardWebhooks: given.delivery?.standard_webhooks ?? false,
      webhookApiVersion: given.delivery?.api_version,
      ...(given.injections.length > 0 && { declaredInjections: given.injections }),
      taskTypes: given.task_types,
      ...(given.settings.length > 0 && { settings: given.settings }),
    })),
  );
}

const nameOf = (longest: number) =>
  text().check(
    z.refine((given) => given !== '', breaks('required', "can't be empty.")),
    z.refine(
      (given) => [...given].length <= longest,
      breaks('too_long', `can have at most ${longest} characters.`),
    ),
    z.refine(isVisible, breaks('invalid', 'must have only visible characters.')),
  );

const name = nameOf(MANIFEST_LIMITS.nameLength);
const channelName = nameOf(MANIFEST_LIMITS.channelNameLength);

const horizon = z.optional(
  z.custom<number>(
    (value) =>
      Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MANIFEST_LIMITS.channelHorizonDays,
    breaks('invalid', `must be a whole number of days from 1 to ${MANIFEST_LIMITS.channelHorizonDays}.`),
  ),
);

const slug = text().check(
  z.refine(
    isSlug,
    breaks('invalid', 'must be 3 to 50 lower-case letters, digits and hyphens, like "turnover-crew".'),
  ),
);

const HTTPS = 'must be a valid https URL.';
const LOCAL = `${HTTPS} Plain http is only allowed for hosts on the local network.`;

const address = (allowPrivate: boolean) =>
  z.custom<string>(
    (value) => typeof value === 'string' && isAppAddress(value, { allowPrivate }),
    breaks('invalid_url', allowPrivate ? LOCAL : HTTPS),
  );

const manyUris = rule(`must be an array of at most ${MANIFEST_LIMITS.listLength} https URLs.`);
const redirectUris = z
  .array(
    z.custom<string>(
      (value) => typeof value === 'string' && isRedirectUri(value),
      breaks('invalid_url', 'must be a valid https URL in ASCII without a fragment.'),
    ),
    { error: manyUris },
  )
  .check(z.maxLength(MANIFEST_LIMITS.listLength, { error: manyUris }));

/** An array of names, or a table in which keys set to true count. */
const paymentCapabilities = z.pipe(
  z.transform((given, { issues }) => {
    if (!isTable(given)) return given;
    for (const [key, on] of Object.entries(given)) {
      if (typeof on === 'boolean') continue;
      const { params } = breaks('invalid', 'must be true or false.');
      issues.push({ code: 'custom', path: [key], input: on, params });
    }
    return Object.keys(given).filter((key) => given[key] === true);
  }),
  names([...CAPABILITIES, ...PAYMENT_CAPABILITIES]),
);
