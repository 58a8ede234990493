import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import type { DeclaredInjection } from '#manifest/injections.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';

/** How closely a reviewer should look. */
export const RISKS = ['high', 'medium', 'low'] as const;
export type Risk = (typeof RISKS)[number];

/** One difference of a version to the live one. */
export interface VersionChange {
  /** As app.toml has it, for example `scopes` or `task_types.linen.name`. */
  readonly field: string;
  readonly risk: Risk;
  /** What the live version has; null where it has nothing. */
  readonly before: string | null;
  /** What the version has; null where it has nothing any more. */
  readonly after: string | null;
}

type Change = VersionChange | null;

/**
 * How a version differs from the live one, the riskiest first; where none is live, everything it declares is new. High are new
 * permissions, whatever gets tokens, data or payments to a server the live version does not name, and what runs on hosts' pages.
 */
export function changesOf(live: Manifest | null, next: Manifest): readonly VersionChange[] {
  const known = new Set(live ? addressesOf(live).map(originOf) : []);
  const changes = [
    ...listed('scopes', live?.scopes, next.scopes, 'high'),
    ...listed('capabilities', live?.capabilities, next.capabilities, 'high'),
    ...listed('oauth.redirect_uris', live?.redirectUris, next.redirectUris, 'high'),
    ...ADDRESSES.map(([field, of]) => address(field, (live && of(live)) ?? null, of(next), known)),
    ...injections(live?.declaredInjections ?? [], next.declaredInjections ?? []),
    ...ONCE.map(([field, of, risk]) => valued(field, live && of(live), of(next), risk)),
    ...listed('webhooks', live?.webhooks, next.webhooks, 'medium'),
    ...taskTypes(live?.taskTypes ?? [], next.taskTypes ?? []),
    ...settings(live?.settings ?? [], next.settings ?? []),
  ];
  return RISKS.flatMap((risk) => changes.filter((change) => change?.risk === risk)).filter(
    (change) => change !== null,
  );
}

const ADDRESSES = [
  ['webhook_url', ({ webhookUrl }) => webhookUrl],
  ['app_page.url', ({ appPageUrl }) => appPageUrl],
  ['endpoints.payment_session', ({ paymentSessionUrl }) => paymentSessionUrl],
  ['endpoints.refund_session', ({ refundSessionUrl }) => refundSessionUrl],
] as const satisfies readonly (readonly [string, (manifest: Manifest) => string | null])[];

const ONCE = [
  ['type', ({ type }) => type, 'high'],
  ['distribution', ({ distribution }) => distribution, 'high'],
  ['name', ({ name }) => name, 'medium'],
  ['slug', ({ slug }) => slug, 'medium'],
  ['delivery.standard_webhooks', ({ standardWebhooks }) => String(standardWebhooks), 'low'],
  ['delivery.api_version', ({ webhookApiVersion }) => webhookApiVersion, 'low'],
] as const satisfies readonly (readonly [string, (manifest: Manifest) => string | null, Risk])[];

const addressesOf = (manifest: Manifest): readonly string[] => [
  ...ADDRESSES.flatMap(([, of]) => of(manifest) ?? []),
  ...manifest.redirectUris,
];

/** Entries that came and went. What goes takes nothing from anyone that they did not agree to lose with the app. */
function listed(
  field: string,
  before: readonly string[] | undefined,
  after: readonly string[],
  risk: Risk,
): readonly VersionChange[] {
  const was = before ?? [];
  return [
    ...after.filter((one) => !was.includes(one)).map((one) => ({ field, risk, before: null, after: one })),
    ...was
      .filter((one) => !after.includes(one))
      .map((one) => ({ field, risk: 'low' as const, before: one, after: null })),
  ];
}

function valued(field: string, before: string | null, after: string | null, risk: Risk): Change {
  return before === after ? null : { field, risk, before, after };
}

/** A server that no address of the live version is on is a new recipient; another path on a known one is not. */
function address(
  field: string,
  before: string | null,
  after: string | null,
  known: ReadonlySet<string>,
): Change {
  if (after === null) return valued(field, before, after, 'low');
  return valued(field, before, after, known.has(originOf(after)) ? 'medium' : 'high');
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);

/** What hosts read is medium: it is how they judge a task type. */
function taskTypes(
  before: readonly DeclaredTaskType[],
  after: readonly DeclaredTaskType[],
): readonly Change[] {
  const keys = [...new Set([...after, ...before].map(({ key }) => key))];
  return keys.flatMap((key) => {
    const was = before.find((type) => type.key === key);
    const is = after.find((type) => type.key === key);
    const field = `task_types.${key}`;
    if (!was || !is) {
      return [valued(field, was ? was.name : null, is ? is.name : null, is ? 'medium' : 'low')];
    }
    return TASK_TYPE.map(([name, of]) => valued(`${field}.${name}`, of(was), of(is), 'medium'));
  });
}

const TASK_TYPE = [
  ['name', ({ name }) => name],
  ['description', ({ description }) => description],
  ['icon', ({ icon }) => icon],
  ['sla', ({ slaMs }) => (slaMs === null ? null : `${slaMs / 60_000} min`)],
  ['provider', ({ provider }) => provider],
  ['blocks_guest_ready', ({ blocksGuestReady }) => String(blocksGuestReady)],
  ['fields', ({ fields }) => print(fields)],
  ['rules', ({ rules }) => print(rules)],
] as const satisfies readonly (readonly [string, (type: DeclaredTaskType) => string | null])[];

/**
 * What runs on hosts' pages: a new entry, kind, target, server or script is high; what else of it changed is medium. What a host
 * published stays as it is until they publish it again.
 */
function injections(
  before: readonly DeclaredInjection[],
  after: readonly DeclaredInjection[],
): readonly Change[] {
  const handles = [...new Set([...after, ...before].map(({ handle }) => handle))];
  return handles.map((handle) => {
    const was = before.find((entry) => entry.handle === handle);
    const is = after.find((entry) => entry.handle === handle);
    const widens = is !== undefined && (!was || widened(was) !== widened(is));
    const risk = !is ? 'low' : widens ? 'high' : 'medium';
    return valued(`injections.${handle}`, was ? print(was) : null, is ? print(is) : null, risk);
  });
}

/** What of an entry a host is asked about again. */
const widened = ({ kind, target, url, integrity, consent, meta }: DeclaredInjection): string =>
  print([kind, target, url && originOf(url), kind === 'script' && [url, integrity], consent, meta]);

/** What hosts are asked for is medium: a label can ask for anything. Secrets are high: hosts hand them out. */
function settings(before: readonly DeclaredSetting[], after: readonly DeclaredSetting[]): readonly Change[] {
  const keys = [...new Set([...after, ...before].map(({ key }) => key))];
  return keys.map((key) => {
    const was = before.find((setting) => setting.key === key);
    const is = after.find((setting) => setting.key === key);
    const risk = !is ? 'low' : is.type === 'secret' ? 'high' : 'medium';
    return valued(`settings.${key}`, was ? inWords(was) : null, is ? inWords(is) : null, risk);
  });
}

const inWords = ({ key: _key, label, type, required, ...rest }: DeclaredSetting): string => {
  const given = Object.entries(rest).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  const others = given.map(([name, value]) => `${name} ${print(value)}`);
  return [`${label} (${type}${required ? ', required' : ''})`, ...others].join(', ');
};

const print = (value: unknown): string => JSON.stringify(value);
