import type { DeclaredSetting } from '#manifest/declared-setting.ts';
import type { DeclaredInjection } from '#manifest/injections.ts';
import type { Manifest } from '#manifest/manifest.ts';
import type { DeclaredTaskType } from '#manifest/task-types.ts';

/** Risk levels; they indicate how closely reviewers should look. */
export const RISKS = ['high', 'medium', 'low'] as const;
export type Risk = (typeof RISKS)[number];

/** A difference between a version and the live version. */
export interface VersionChange {
  /** Field as in app.toml, e.g. `scopes` or `task_types.linen.name`. */
  readonly field: string;
  readonly risk: Risk;
  /** Value in the live version; null if it lacks the field. */
  readonly before: string | null;
  /** Value in the new version; null if the field was removed. */
  readonly after: string | null;
}

type Change = VersionChange | null;

/**
 * Returns the differences between a version and the live one, riskiest first; without a live version,
 * everything declared is new. New permissions are high risk, as are fields that send tokens, data or payments
 * to a server the live version doesn't name, and code on hosts' pages.
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

/**
 * Added and removed entries. A removal only takes away something that teams already accepted they could lose
 * along with the app.
 */
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

/**
 * A server is a new recipient if none of the live version's addresses points to it; a new path on a known
 * server doesn't count.
 */
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

/** Text shown to hosts is medium risk: hosts judge a task type by it. */
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
 * Code on hosts' pages: a new entry, kind, target, server or script is high risk; other changes are medium
 * risk. A published injection doesn't change until the host publishes it again.
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

/** Fields whose changes require the host's consent again. */
const widened = ({ kind, target, url, integrity, consent, meta }: DeclaredInjection): string =>
  print([kind, target, url && originOf(url), kind === 'script' && [url, integrity], consent, meta]);

/**
 * Settings that hosts fill in are medium risk, since a label can request anything. Secrets are high risk,
 * since hosts hand them over.
 */
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
