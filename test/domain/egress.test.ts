import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isReachable, openEgress } from '#kit/http.ts';

const PRIVATE = [
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001::1',
  'fe80::1',
  'fd00:ec2::254',
  'ff02::1',
  '2001:db8::1',
  '::7f00:1',
  '::ffff:0:7f00:1',
  '64:ff9b:1::7f00:1',
  'fec0::1',
  '100::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '3fff::1',
  '5f00::1',
  '192.88.99.1',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  'not an address',
];

describe('which addresses apps may live at', () => {
  test.each(PRIVATE)('the app address %s is refused', (address) =>
    expect(isReachable(address, false)).toBe(false),
  );

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700::1111'])('the app address %s is public', (address) => {
    expect(isReachable(address, false)).toBe(true);
  });

  test.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['10.1.2.3', true],
    ['169.254.169.254', false],
    ['fe80::1', false],
    ['0.0.0.0', false],
  ])('local development allows %s: %s', (address, open) => expect(isReachable(address, true)).toBe(open));
});

describe('the one way out', () => {
  let server: Server;
  let connections = 0;
  const port = () => (server.address() as AddressInfo).port;

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/redirect') return response.writeHead(302, { location: '/elsewhere' }).end();
      if (request.url === '/large') return response.end('x'.repeat(200_000));
      if (request.url === '/slow') return undefined;
      if (request.url === '/last') return response.writeHead(200, { connection: 'close' }).end();
      return response.end('hello');
    });
    server.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const get = (path: string, timeoutMs = 2_000) => ({
    url: path.startsWith('http') ? path : `http://127.0.0.1:${port()}${path}`,
    method: 'GET' as const,
    headers: {},
    share: 'team:1',
    timeoutMs,
  });

  test.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.0.0.1',
    'https://2130706433',
    'https://0177.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://localhost',
    'https://lakeside.localhost',
    'https://0.0.0.0',
    'https://[::]',
  ])('a request to %s is refused before connecting', async (base) => {
    const egress = openEgress({ allowPrivate: false });
    const before = connections;
    await expect(egress.send(get(`${base}:${port()}/`))).rejects.toThrow();
    expect(connections).toBe(before);
    await egress.close();
  });

  test('a name is resolved once per connection', async () => {
    const answers = [['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1', '169.254.169.254']];
    let asked = 0;
    const find = async () => {
      const addresses = answers[asked] ?? expect.unreachable();
      asked += 1;
      return addresses.map((address) => ({ address, family: 4 }));
    };
    const egress = openEgress({ allowPrivate: true, find });
    const url = `http://rebinding.example:${port()}/last`;
    const before = connections;
    expect(await egress.send(get(url))).toMatchObject({ status: 200 });
    expect([asked, connections]).toEqual([1, before + 1]);
    await expect(egress.send(get(url))).rejects.toThrow('Connections to 169.254.169.254 are not allowed.');
    await expect(egress.send(get(url)), 'one of two').rejects.toThrow('169.254.169.254');
    expect([asked, connections]).toEqual([3, before + 1]);
    await egress.close();
  });

  test('plain http is refused unless local development is allowed', async () => {
    const egress = openEgress({ allowPrivate: false });
    await expect(egress.send(get('/'))).rejects.toThrow('Only https');
    await egress.close();
  });

  test('a redirect is returned without being followed', async () => {
    const egress = openEgress({ allowPrivate: true });
    expect(await egress.send(get('/redirect'))).toMatchObject({ status: 302 });
    expect(await egress.send(get('/'))).toMatchObject({ status: 200, body: 'hello' });
    await egress.close();
  });

  test('a response that is too large or too late is an error', async () => {
    const egress = openEgress({ allowPrivate: true });
    await expect(egress.send(get('/large'))).rejects.toThrow();
    await expect(egress.send(get('/slow', 200))).rejects.toThrow();
    await egress.close();
  });

  test('a request for the head returns the status and headers of a response that is too large', async () => {
    const egress = openEgress({ allowPrivate: true });
    const head = await egress.send({ ...get('/large'), isHeadOnly: true });
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '200000' }, body: '' });
    await expect(egress.send({ ...get('/slow', 200), isHeadOnly: true })).rejects.toThrow('200 ms');
    expect(await egress.send(get('/'))).toMatchObject({ status: 200, body: 'hello' });
    await egress.close();
  });
});
