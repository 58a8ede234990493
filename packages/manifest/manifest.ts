import { isVisible } from '../../kit/names.ts';
import { isStorable } from '../../kit/text.ts';
import { WEBHOOK_TOPICS } from '../../schema/events.ts';
import { API_VERSIONS, WEBHOOK_API_VERSION } from '../../schema/views.ts';
import { type AddressPolicy, isAppAddress, isOwnAddress, isRedirectUri } from './addresses.ts';
import { isSlug } from './slug.ts';
import { type DeclaredTaskType, readTaskTypes } from './task-types.ts';
import {
  type Issue,
  openReport,
  oversize,
  type Report,
  readNames,
  readTable,
  readText,
  reportMisspelt,
} from './values.ts';
import {
  APP_TYPES,
  type AppType,
  CAPABILITIES,
  DISTRIBUTIONS,
  type Distribution,
  MANIFEST_LIMITS,
  PAYMENT_CAPABILITIES,
  SCOPES,
} from './vocabulary.ts';

export type { Issue } from './values.ts';

/** An app's declaration, checked. What app.toml leaves out is null or empty. */
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
  readonly standardWebhooks: boolean;
  /** Dated version that its webhooks name. */
  readonly webhookApiVersion: string;
  readonly injections: readonly unknown[];
  /** Versions from before there were any have none. */
  readonly taskTypes?: readonly DeclaredTaskType[];
}

/** Dated versions that webhooks can name. */
const DATED = API_VERSIONS.map(({ version }) => version);

/** A manifest that keeps every rule, or everything that is wrong with it. */
export type ManifestReading =
  | { readonly manifest: Manifest; readonly issues: readonly [] }
  | { readonly manifest: null; readonly issues: readonly Issue[] };

/**
 * Reads an app's manifest: the keys of app.toml as JSON, from any source. Never throws. The one validator of server and CLI
 * (docs/interface/apps.md#manifest). Keys it does not know are ignored.
 */
export function readManifest(input: unknown, policy: AddressPolicy): ManifestReading {
  const tooLarge = oversize(input);
  if (tooLarge !== null)
    return { manifest: null, issues: [{ path: '', code: 'too_large', message: tooLarge }] };
  const { report, issues } = openReport();
  const table = readTable(input, '', report);
  const manifest = table && read(table, policy, report);
  const found = issues();
  return manifest && found.length === 0 ? { manifest, issues: [] } : { manifest: null, issues: found };
}

function read(table: ReadonlyMap<string, unknown>, policy: AddressPolicy, report: Report): Manifest {
  reportMisspelt(table, '', report);
  const inner = (key: string) => readTable(table.get(key) ?? {}, key, report) ?? new Map<string, unknown>();
  const oauth = inner('oauth');
  const endpoints = inner('endpoints');
  const type = readChoice(table.get('type'), 'type', APP_TYPES, report) ?? 'remote';
  const distribution =
    readChoice(table.get('distribution'), 'distribution', DISTRIBUTIONS, report) ?? 'private';
  const address = (value: unknown, path: string) => readAddress(value, path, policy, report);
  const manifest: Manifest = {
    name: readName(table.get('name'), report),
    type,
    distribution,
    slug: readSlug(table.get('slug'), distribution, report),
    scopes: readNames(table.get('scopes'), { path: 'scopes', one: 'scope', known: SCOPES }, report),
    capabilities: readCapabilities(table.get('capabilities'), type, report),
    webhooks: readNames(
      table.get('webhooks'),
      { path: 'webhooks', one: 'topic', known: WEBHOOK_TOPICS },
      report,
    ),
    webhookUrl: address(table.get('webhook_url'), 'webhook_url'),
    redirectUris: readRedirectUris(oauth.get('redirect_uris'), report),
    appPageUrl: address(inner('app_page').get('url'), 'app_page.url'),
    paymentSessionUrl: address(endpoints.get('payment_session'), 'endpoints.payment_session'),
    refundSessionUrl: address(endpoints.get('refund_session'), 'endpoints.refund_session'),
    standardWebhooks: readFlag(
      inner('delivery').get('standard_webhooks'),
      'delivery.standard_webhooks',
      report,
    ),
    webhookApiVersion:
      readChoice(inner('delivery').get('api_version'), 'delivery.api_version', DATED, report) ??
      WEBHOOK_API_VERSION,
    injections: readInjections(table.get('injections'), report),
    taskTypes: readTaskTypes(table.get('task_types'), report),
  };
  reportMissingCapability(manifest, report);
  if (manifest.webhooks.length && table.get('webhook_url') === undefined) {
    report(
      'webhook_url',
      'required',
      'webhook_url must be a valid https URL: it receives the topics of webhooks.',
    );
  }
  if (manifest.appPageUrl !== null && isOwnAddress(manifest.appPageUrl, policy.ownOrigins ?? [])) {
    report('app_page.url', 'invalid_url', OWN_PAGE);
  }
  if (type === 'payment' && endpoints.get('payment_session') === undefined) {
    report(
      'endpoints.payment_session',
      'required',
      'endpoints.payment_session is required for payment apps: it must be a valid https URL.',
    );
  }
  return manifest;
}

/** Kinds of task need the capability that lets an app bring them; one it assigns itself, that of a provider. */
function reportMissingCapability({ taskTypes = [], capabilities }: Manifest, report: Report): void {
  if (taskTypes.length && !capabilities.includes('register_task_types')) {
    report(
      'capabilities',
      'required',
      'capabilities must have "register_task_types": it lets an app add task types.',
    );
  }
  const own = taskTypes.findIndex(({ provider }) => provider === 'self');
  if (own >= 0 && !capabilities.includes('act_as_assignment_provider')) {
    report(
      `task_types[${own}].provider`,
      'invalid',
      `task_types[${own}].provider can be "self" only with the capability "act_as_assignment_provider".`,
    );
  }
}

/** What is wrong with a page on one of our own addresses. */
export const OWN_PAGE = 'app_page.url must be on your own server: this address belongs to the platform.';

function readChoice<T extends string>(
  value: unknown,
  path: string,
  known: readonly T[],
  report: Report,
): T | null {
  if (value === undefined) return null;
  const [choice] = readNames([value], { path, one: path, known, single: true }, report);
  return known.find((one) => one === choice) ?? null;
}

function readName(value: unknown, report: Report): string | null {
  const name = readText(value, 'name', report)?.trim() ?? null;
  if (name === '') report('name', 'required', 'name must not be empty.');
  if (name !== null && [...name].length > MANIFEST_LIMITS.nameLength) {
    report('name', 'too_long', `name must have at most ${MANIFEST_LIMITS.nameLength} characters.`);
  }
  if (name !== null && !isVisible(name)) {
    report('name', 'invalid', 'name must have only visible characters.');
  }
  return name;
}

function readSlug(value: unknown, distribution: Distribution, report: Report): string | null {
  if (value === undefined && distribution === 'public') {
    report('slug', 'required', 'slug is required for public apps: choose it before the first push.');
  }
  const slug = readText(value, 'slug', report);
  if (slug !== null && !isSlug(slug)) {
    report(
      'slug',
      'invalid',
      'slug must be 3 to 50 lower-case letters, digits and hyphens, like "turnover-crew".',
    );
  }
  return slug;
}

function readAddress(value: unknown, path: string, policy: AddressPolicy, report: Report): string | null {
  if (value === undefined) return null;
  if (typeof value === 'string' && isAppAddress(value, policy)) return value;
  const local = policy.allowPrivate ? ' Plain http is only allowed for hosts of the local network.' : '';
  report(path, 'invalid_url', `${path} must be a valid https URL.${local}`);
  return null;
}

/** An array of names; for payment apps also a table, whose keys set to true count. */
function readCapabilities(value: unknown, type: AppType, report: Report): readonly string[] {
  const known = type === 'payment' ? [...CAPABILITIES, ...PAYMENT_CAPABILITIES] : CAPABILITIES;
  const names = { path: 'capabilities', one: 'capability', known };
  if (value === undefined || Array.isArray(value) || type !== 'payment')
    return readNames(value, names, report);
  const table = readTable(value, 'capabilities', report) ?? new Map<string, unknown>();
  const declared = [...table].filter(([key, on]) => readFlag(on, `capabilities.${key}`, report));
  return readNames([...declared.map(([key]) => key)], names, report);
}

function readRedirectUris(value: unknown, report: Report): readonly string[] {
  const path = 'oauth.redirect_uris';
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MANIFEST_LIMITS.listLength) {
    report(path, 'invalid', `${path} must be an array of at most ${MANIFEST_LIMITS.listLength} https URLs.`);
    return [];
  }
  return value.filter((uri, i): uri is string => {
    const valid = typeof uri === 'string' && isRedirectUri(uri);
    if (!valid)
      report(
        `${path}[${i}]`,
        'invalid_url',
        `${path}[${i}] must be a valid https URL in ASCII without a fragment.`,
      );
    return valid;
  });
}

function readFlag(value: unknown, path: string, report: Report): boolean {
  if (value !== undefined && typeof value !== 'boolean')
    report(path, 'invalid', `${path} must be true or false.`);
  return value === true;
}

/** Entries are kept as they are written; their fields belong to the storefront that renders them. */
function readInjections(value: unknown, report: Report): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > MANIFEST_LIMITS.injections) {
    report(
      'injections',
      'invalid',
      `injections must be at most ${MANIFEST_LIMITS.injections} [[injections]] tables.`,
    );
    return [];
  }
  return value.filter((entry, i) => {
    const path = `injections[${i}]`;
    const fits = readTable(entry, path, report) !== null && isPlain(entry, MANIFEST_LIMITS.injectionDepth);
    if (!fits) report(path, 'invalid', `${path} must be a table of plain values, at most 8 tables deep.`);
    return fits;
  });
}

/** Whether a value can be stored: no control characters or broken Unicode in any text, and not too deep. */
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([key, one]) => isPlain(key, 1) && isPlain(one, depth - 1));
}
