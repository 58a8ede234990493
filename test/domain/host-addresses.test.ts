import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NameSilent, openHostAddresses } from '#kit/host-addresses.ts';
import { openEgress } from '#kit/http.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';

const V4 = { address: '93.184.216.34', family: 4 };
const V6 = { address: '2606:4700::1111', family: 6 };

let dns: DnsServer;
let folder: string;
let hostsFile: string;
beforeAll(async () => {
  dns = await startDnsServer();
  dns.set('both.test', 'A', V4.address);
  dns.set('both.test', 'AAAA', V6.address);
  dns.set('four.test', 'A', V4.address);
  dns.set('six.test', 'AAAA', V6.address);
  dns.set('alias.test', 'CNAME', 'four.test');
  folder = await mkdtemp(join(tmpdir(), 'platform-hosts-'));
  hostsFile = join(folder, 'hosts');
  await writeFile(hostsFile, '# names\n::1 printer\n10.1.2.3\tprinter Printer.Local # ours\nnonsense\n');
});
afterAll(async () => {
  await dns.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  dns.ignores = () => false;
});

const open = () => openHostAddresses({ servers: [dns.address], hostsFile, timeoutMs: 300 });
const questionsAbout = (name: string) => dns.asked.filter((question) => question.endsWith(` ${name}`)).length;

describe('the addresses of a name', () => {
  test.each([
    ['both.test', [V4, V6]],
    ['BOTH.test.', [V4, V6]],
    ['four.test', [V4]],
    ['six.test', [V6]],
    ['alias.test', [V4]],
    [
      'localhost',
      [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    [
      'lakeside.localhost',
      [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    [
      'printer',
      [
        { address: '10.1.2.3', family: 4 },
        { address: '::1', family: 6 },
      ],
    ],
    ['printer.local', [{ address: '10.1.2.3', family: 4 }]],
  ])('the addresses for %s are %j', async (name, addresses) => {
    expect(await open().find(name, 'team:1')).toEqual(addresses);
  });

  test.each(['A', 'AAAA'])(
    "one family's addresses are returned if the query for %s gets no response",
    async (silent) => {
      dns.ignores = (_name, type) => type === silent;
      expect(await open().find('both.test', 'team:1')).toEqual([silent === 'A' ? V6 : V4]);
    },
  );

  test('an unknown name is an error with the code ENOTFOUND', async () => {
    await expect(open().find('nobody.test', 'team:1')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(questionsAbout('nobody.test'), 'one try for each family').toBe(2);
  });

  test('concurrent callers with the same budget share one lookup', async () => {
    const names = open();
    const before = questionsAbout('four.test');
    const found = await Promise.all(Array.from({ length: 10 }, () => names.find('four.test', 'team:1')));
    expect(found).toEqual(Array.from({ length: 10 }, () => [V4]));
    expect(questionsAbout('four.test') - before).toBe(2);
  });
});

describe('a name whose servers are silent', () => {
  test('a name with silent servers fails after a single attempt', async () => {
    dns.ignores = (name) => name === 'silent.test';
    const names = open();
    await expect(names.find('silent.test', 'team:1')).rejects.toThrow(NameSilent);
    await expect(names.find('SILENT.test', 'team:2')).rejects.toThrow(NameSilent);
    expect(questionsAbout('silent.test')).toBe(2);
  });

  test('silent names use only the eight lookup slots in their own budget', async () => {
    dns.ignores = (name) => name.endsWith('.silent.test');
    const names = open();
    const order: string[] = [];
    const find = (name: string, share: string) =>
      names.find(name, share).then(
        () => order.push(`found ${name}`),
        () => order.push('silent'),
      );
    const before = dns.asked.length;
    const silent = Array.from({ length: 24 }, (_, n) => find(`n${n}.silent.test`, 'team:1'));
    const same = find('four.test', 'team:1');
    const other = find('four.test', 'team:2');
    await other;
    expect(dns.asked.length - before, 'eight silent names and one of the other share').toBe(2 * 9);
    await Promise.all([...silent, same]);
    expect(order[0]).toBe('found four.test');
    expect(order.filter((one) => one === 'silent')).toHaveLength(24);
    expect(
      order.filter((one) => one !== 'silent'),
      'the share keeps its own turn',
    ).toHaveLength(2);
  });

  test("silent names don't delay another team's response", async () => {
    dns.ignores = (name) => name.endsWith('.silent.test');
    dns.set('app.test', 'A', '127.0.0.1');
    const { createServer } = await import('node:http');
    const server = createServer((_request, response) => response.end('hello'));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number }; // it listens on TCP
    const egress = openEgress({ allowPrivate: true, dnsServers: [dns.address] });
    const get = (host: string, share: string) =>
      egress.send({ url: `http://${host}:${port}/`, method: 'GET', headers: {}, share, timeoutMs: 10_000 });
    const order: string[] = [];
    const silent = Array.from({ length: 24 }, (_, n) =>
      get(`m${n}.silent.test`, 'team:1').catch(() => order.push('silent')),
    );
    const answer = await get('app.test', 'team:2');
    order.push('answer');
    await Promise.all(silent);
    expect(answer).toMatchObject({ status: 200, body: 'hello' });
    expect(order).toEqual(['answer', ...Array.from({ length: 24 }, () => 'silent')]);
    await egress.close();
    server.close();
  });

  test('a late response never connects to a forbidden address', async () => {
    dns.set('inside.test', 'A', '10.0.0.1');
    const egress = openEgress({ allowPrivate: false, dnsServers: [dns.address] });
    const url = 'https://inside.test/';
    await expect(
      egress.send({ url, method: 'GET', headers: {}, share: 'team:1', timeoutMs: 2_000 }),
    ).rejects.toThrow('Connections to 10.0.0.1 are not allowed.');
    await egress.close();
  });
});
