import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Developer, newDeveloper } from '../support/developer.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';

// docs/interface/storefronts.md#domains: a real resolver queries a real DNS server over UDP.

let dns: DnsServer;
let platform: TestPlatform;
beforeAll(async () => {
  dns = await startDnsServer();
  platform = await startPlatform({
    DNS_SERVERS: dns.address,
    STOREFRONT_ADDRESSES: '203.0.113.7',
    SWEEP_INTERVAL: 'PT0.2S',
  });
});
afterAll(async () => {
  await platform.close();
  await dns.close();
});

interface Domain {
  readonly id: string;
  readonly domain: string;
  readonly status: string;
  readonly problem: string | null;
  readonly records: readonly { readonly type: string; readonly name: string; readonly value: string }[];
}
interface Payload {
  readonly storefrontDomain: Domain | null;
  readonly userErrors: readonly { readonly code: string }[];
}

/** A host with a storefront. */
interface Host {
  readonly developer: Developer;
  readonly storefrontId: string;
  readonly address: string;
}

const DOMAIN =
  'storefrontDomain { id domain status problem records { type name value } } userErrors { code message }';

const run = async (host: Host, mutation: string, variables: Readonly<Record<string, unknown>> = {}) => {
  const head = 'domain' in variables ? 'mutation ($domain: String!)' : 'mutation';
  const text = `${head} { ${mutation} { ${DOMAIN} } }`;
  const [payload] = Object.values(
    await ask<Record<string, Payload>>(platform, host.developer.host, text, variables),
  );
  return payload ?? expect.unreachable();
};
const add = (host: Host, domain: string, storefrontId = host.storefrontId) =>
  run(host, `storefrontDomainAdd(input: { storefrontId: ${storefrontId}, domain: $domain })`, { domain });
const check = (host: Host, { id }: Pick<Domain, 'id'>) => run(host, `storefrontDomainCheck(id: ${id})`);
const remove = (host: Host, { id }: Pick<Domain, 'id'>) => run(host, `storefrontDomainRemove(id: ${id})`);

async function newHost(slug: string): Promise<Host> {
  const developer = await newDeveloper(platform);
  const { storefrontCreate } = await ask<{
    storefrontCreate: { storefront: { id: string; domain: string } };
  }>(
    platform,
    developer.host,
    `mutation { storefrontCreate(input: { name: "${slug}", slug: "${slug}" }) { storefront { id domain } } }`,
  );
  const { id, domain } = storefrontCreate.storefront;
  return { developer, storefrontId: id, address: domain };
}

/** Adds a claim's proof to DNS. */
const prove = ({ records }: Domain) => {
  for (const { type, name, value } of records) if (type === 'TXT') dns.set(name, 'TXT', value);
};
const lead = ({ domain }: Pick<Domain, 'domain'>, host: Host) => dns.set(domain, 'CNAME', host.address);

/** Opens a domain that points to a storefront. */
async function openDomain(host: Host, name: string): Promise<Domain> {
  const { storefrontDomain } = await add(host, name);
  if (!storefrontDomain) throw new Error('The domain was not added.');
  prove(storefrontDomain);
  lead(storefrontDomain, host);
  const { storefrontDomain: checked } = await check(host, storefrontDomain);
  expect(checked).toMatchObject({ status: 'active', problem: null });
  return checked ?? storefrontDomain;
}

/** Returns the storefront served for a Host header; null if there isn't any. */
async function served(domain: string): Promise<string | null> {
  const { statusCode, body } = await request(`${platform.address}/`, { headers: { host: domain } });
  const page = await body.text();
  return statusCode === 200 ? (/<h1[^>]*>([^<]+)/.exec(page)?.[1]?.trim() ?? '') : null;
}

async function certificate(domain: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  const url = `${platform.address}/internal/tls-allowed?domain=${encodeURIComponent(domain)}`;
  const { statusCode, body } = await request(url, { headers });
  await body.dump();
  return statusCode;
}

const sql = (text: string, values: readonly unknown[]) => platform.database.query(text, values);

describe('a domain of a host’s own', () => {
  test("a host's domain becomes pending, verified and active as its DNS records appear", async () => {
    const host = await newHost('records');
    const { storefrontDomain: added } = await add(host, 'Stay.Records.example.');
    if (!added) return expect.unreachable();
    expect(added).toMatchObject({ domain: 'stay.records.example', status: 'pending' });
    expect(added.records).toEqual([
      {
        type: 'TXT',
        name: '_platform-challenge.stay.records.example',
        value: expect.stringMatching(/^platform-/),
      },
      { type: 'CNAME', name: 'stay.records.example', value: 'records.localhost' },
      { type: 'A', name: 'stay.records.example', value: '203.0.113.7' },
    ]);
    expect(await check(host, added)).toMatchObject({ storefrontDomain: { problem: 'challenge_missing' } });
    prove(added);
    expect(await check(host, added)).toMatchObject({
      storefrontDomain: { status: 'verified', problem: 'target_missing' },
    });
    expect([await served(added.domain), await certificate(added.domain)]).toEqual([null, 404]);
    lead(added, host);
    expect(await check(host, added)).toMatchObject({ storefrontDomain: { status: 'active', problem: null } });
    expect([await served(added.domain), await certificate(added.domain)]).toEqual(['records', 200]);
    expect((await add(host, added.domain)).storefrontDomain?.id).toBe(added.id);
  });

  test("the job activates a host's domain through an address record at its zone apex", async () => {
    const host = await newHost('apex');
    const { storefrontDomain: added } = await add(host, 'apex.example');
    if (!added) return expect.unreachable();
    prove(added);
    dns.set('apex.example', 'A', '203.0.113.7');
    await sql('UPDATE catalog.storefront_domain SET next_check_at = now() WHERE id = $1', [added.id]);
    await eventually(
      () => served('apex.example'),
      (name) => name === 'apex',
    );
  });

  test('the job rechecks an active domain a day later', async () => {
    const host = await newHost('daily');
    const domain = await openDomain(host, 'stay.daily.example');
    const hours = 'round(extract(epoch FROM next_check_at - now()) / 3600)::int AS hours';
    const state = async () =>
      (await sql(`SELECT status, ${hours} FROM catalog.storefront_domain WHERE id = $1`, [domain.id]))[0];
    expect(await state()).toEqual({ status: 'active', hours: 24 });
    dns.set(domain.domain, 'CNAME');
    // Repeats the check: a check that began before the record's removal can finish after it.
    const lookNow = () =>
      sql('UPDATE catalog.storefront_domain SET next_check_at = now() WHERE id = $1 AND status = $2', [
        domain.id,
        'active',
      ]);
    await eventually(
      async () => (await lookNow()) && state(),
      (seen) => (seen as { status: string }).status === 'failing',
    );
  });

  test('a domain is still served for 7 days after its DNS records disappear', async () => {
    const host = await newHost('leaving');
    const domain = await openDomain(host, 'stay.leaving.example');
    dns.set(domain.domain, 'CNAME');
    expect(await check(host, domain)).toMatchObject({
      storefrontDomain: { status: 'failing', problem: 'target_missing' },
    });
    expect([await served(domain.domain), await certificate(domain.domain)]).toEqual(['leaving', 404]);
    await sql(
      `UPDATE catalog.storefront_domain SET failing_since = now() - interval '7 days', next_check_at = now() WHERE id = $1`,
      [domain.id],
    );
    await eventually(
      () => served(domain.domain),
      (name) => name === null,
    );
  });

  test('a domain stays active while its DNS server is unresponsive', async () => {
    const host = await newHost('silence');
    const domain = await openDomain(host, 'stay.silence.example');
    dns.silent = true;
    const { storefrontDomain } = await check(host, domain).finally(() => {
      dns.silent = false;
    });
    expect(storefrontDomain).toMatchObject({ status: 'active', problem: 'dns_unanswered' });
    expect(await served(domain.domain)).toBe('silence');
  });

  test('only one of two storefronts gets a domain whose ownership both prove concurrently', async () => {
    const hosts = await Promise.all([newHost('twin-a'), newHost('twin-b')]);
    const claims = await Promise.all(hosts.map((host) => add(host, 'stay.twins.example')));
    const values = claims.flatMap(({ storefrontDomain }) =>
      (storefrontDomain?.records ?? []).filter(({ type }) => type === 'TXT').map(({ value }) => value),
    );
    dns.set('_platform-challenge.stay.twins.example', 'TXT', ...values);
    const looks = await Promise.all(
      hosts.map((host, at) => check(host, claims[at]?.storefrontDomain ?? expect.unreachable())),
    );
    expect(looks.map(({ storefrontDomain }) => storefrontDomain?.status).sort()).toEqual([
      'pending',
      'verified',
    ]);
  });
});

describe('the question for certificates', () => {
  test('the certificate check responds only to local requests', async () => {
    expect(await certificate('lakeside.localhost')).toBe(404);
    const host = await newHost('certified');
    const { domain } = await openDomain(host, 'stay.certified.example');
    expect(await certificate(domain.toUpperCase())).toBe(200);
    expect(await certificate(domain, { 'x-forwarded-for': '198.51.100.1' })).toBe(404);
    expect(await certificate('')).toBe(400);
  });
});

describe('a domain of someone else', () => {
  /**
   * An attacker with a storefront tries these names; the victim's domains stay with the victim or with no
   * one.
   */
  const NAMES = {
    active: 'stay.victim.example',
    idn: 'bücher.victim.example',
    pending: 'soon.victim.example',
    left: 'left.victim.example',
    failing: 'weak.victim.example',
  };
  type Try = (attacker: Host, victim: Host) => Promise<unknown>;
  /** Adds a domain and runs its check. */
  const claim =
    (name: string, prepare: (claimed: Domain) => void = () => {}): Try =>
    async (attacker) => {
      const { storefrontDomain } = await add(attacker, name);
      if (!storefrontDomain) return;
      prepare(storefrontDomain);
      await check(attacker, storefrontDomain);
    };
  const proofOf = ({ records }: Domain) => records.find(({ type }) => type === 'TXT')?.value ?? '';
  const idOf = async (name: string) => {
    const [row] = (await sql('SELECT max(id) AS id FROM catalog.storefront_domain WHERE domain = $1', [
      name,
    ])) as {
      id: string;
    }[];
    return { id: row?.id ?? '' };
  };
  const TRIES: readonly (readonly [string, Try])[] = [
    ['the same name', claim(NAMES.active)],
    ['upper case', claim('STAY.Victim.Example')],
    ['a trailing dot', claim('stay.victim.example.')],
    ['full-width letters', claim('ｓｔａｙ.victim.example')],
    ['an ideographic full stop', claim('stay。victim。example')],
    ['a soft hyphen', claim('st\u00aday.victim.example')],
    ['the same name in punycode', claim('xn--bcher-kva.victim.example')],
    ['the same name, decomposed', claim('bu\u0308cher.victim.example')],
    ['the parent domain', claim('victim.example')],
    ['a name below', claim('www.stay.victim.example')],
    ['the name of the proof', claim('_platform-challenge.stay.victim.example')],
    ['a dangling CNAME', claim('old.victim.example')],
    ['a dangling address', claim('bare.victim.example')],
    ['the proof of the victim’s own claim', claim(NAMES.pending)],
    [
      'a proof at the domain instead of below it',
      claim('loose.victim.example', (claimed) => dns.set('loose.victim.example', 'TXT', proofOf(claimed))),
    ],
    [
      'a proof within a longer text',
      claim('long.victim.example', (claimed) =>
        dns.set('_platform-challenge.long.victim.example', 'TXT', `x${proofOf(claimed)}x`),
      ),
    ],
    [
      'a proof in another case',
      claim('case.victim.example', (claimed) =>
        dns.set('_platform-challenge.case.victim.example', 'TXT', proofOf(claimed).toUpperCase()),
      ),
    ],
    ['a domain whose records were left behind', claim(NAMES.left)],
    ['a domain whose proof is gone for now', claim(NAMES.failing)],
    [
      'the victim’s storefront',
      (attacker, victim) => add(attacker, 'mine.attacker.example', victim.storefrontId),
    ],
    ['the victim’s claim, removed', async (attacker) => remove(attacker, await idOf(NAMES.active))],
    ['the platform’s own address', claim('lakeside.localhost')],
  ];

  test("no attempt to take over another team's domain succeeds", async () => {
    const [victim, attacker] = [await newHost('victim'), await newHost('attacker')];
    await openDomain(victim, NAMES.active);
    await openDomain(victim, NAMES.idn);
    const failing = await openDomain(victim, NAMES.failing);
    dns.set(`_platform-challenge.${NAMES.failing}`, 'TXT');
    await check(victim, failing);
    await remove(victim, await openDomain(victim, NAMES.left));
    const { storefrontDomain: pending } = await add(victim, NAMES.pending);
    if (pending) prove(pending);
    for (const name of ['old', 'loose', 'long', 'case'])
      dns.set(`${name}.victim.example`, 'CNAME', attacker.address);
    dns.set('bare.victim.example', 'A', '203.0.113.7');

    expect(TRIES.length).toBeGreaterThanOrEqual(20);
    for (const [title, attempt] of TRIES) {
      await attempt(attacker, victim);
      const taken = await sql(
        `SELECT domain FROM catalog.storefront_domain WHERE storefront_id = $1 AND status NOT IN ('pending', 'removed')`,
        [attacker.storefrontId],
      );
      expect(taken, title).toEqual([]);
      const [active, idn, left] = await Promise.all(
        [NAMES.active, 'xn--bcher-kva.victim.example', NAMES.left].map(served),
      );
      expect({ active, idn, left }, title).toEqual({ active: 'victim', idn: 'victim', left: null });
    }
    // The former owner returns: the leftover record is no proof either.
    const { storefrontDomain: again } = await add(victim, NAMES.left);
    expect(await check(victim, again ?? expect.unreachable())).toMatchObject({
      storefrontDomain: { status: 'pending', problem: 'challenge_missing' },
    });
  });
});
