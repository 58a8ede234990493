import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { panelHeaders, plainBrowser } from '../test/support/oauth.ts';

/**
 * Measures how long a team's calendar takes to refresh while another team reads six slow calendars: `node
 * bench/slow-calendars.ts [server] [demo.json]` against a running development server. The six 132-byte files
 * have a duration of 10^12 weeks and a zone that changes every second. Prints the undisturbed refresh, the
 * longest of five under attack, and the attacking team's longest request.
 */
const [SERVER = 'http://127.0.0.1:4000', DEMO = '.data/demo.json'] = process.argv.slice(2);

const file = (...lines: readonly string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const LONG = file(
  'BEGIN:VEVENT',
  'UID:long',
  'DTSTART:20270101T000000Z',
  'DURATION:P999999999999W',
  'END:VEVENT',
);
const ZONE = file(
  'BEGIN:VTIMEZONE',
  'TZID:Every',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=SECONDLY',
  'END:STANDARD',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:zone',
  'DTSTART;TZID=Every:20270101T000000',
  'END:VEVENT',
);
const GOOD = file('BEGIN:VEVENT', 'UID:good', 'DTSTART;VALUE=DATE:20270101', 'END:VEVENT');
const files = createServer(({ url = '' }, response) => {
  const body = url.startsWith('/long') ? LONG : url.startsWith('/zone') ? ZONE : GOOD;
  response.writeHead(200, { 'content-type': 'text/calendar' }).end(body);
}).listen(0, '127.0.0.1');
await once(files, 'listening');
const origin = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;

const demo = JSON.parse(await readFile(DEMO, 'utf8'));
const { email, password } = demo.accounts.find(({ key }: { key: string }) => key === 'host');
const browser = plainBrowser(SERVER, { origin: demo.auth });
await browser.submit(await browser.open('/login'), { email, password });
const headers = await panelHeaders(browser);

/** Fields selected by the operations below. */
interface Answer {
  readonly nodes?: readonly { readonly id: string }[];
  readonly icalFeed?: { readonly id: string } | null;
}

/** Sends a query to the panel's API; returns the response and its time in milliseconds. */
async function ask(team: string, query: string) {
  const begun = performance.now();
  const response = await fetch(`${SERVER}/panel/graphql`, {
    method: 'POST',
    headers: { ...headers, origin: demo.auth, 'x-platform-team': team },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data?: Record<string, Answer>; errors?: unknown };
  if (!data) throw new Error(JSON.stringify(errors));
  return { data, ms: Math.round(performance.now() - begun) };
}

async function addFeed(team: string, path: string) {
  const { data } = await ask(team, '{ unitTypes(first: 1) { nodes { id } } }');
  const input = `{ unitTypeId: "${data.unitTypes?.nodes?.[0]?.id}", name: "Feed", url: "${origin}${path}?${Math.random()}" }`;
  const { data: added, ms } = await ask(
    team,
    `mutation { icalFeedAdd(input: ${input}) { icalFeed { id problem status } userErrors { message } } }`,
  );
  return { id: added.icalFeedAdd?.icalFeed?.id ?? '', ms };
}
const refresh = (team: string, id: string) =>
  ask(
    team,
    `mutation { icalFeedRefresh(id: "${id}") { icalFeed { status problem } userErrors { message } } }`,
  );

const good = await addFeed('lakeside', '/good');
const alone = await refresh('lakeside', good.id);
const attack = Array.from({ length: 6 }, (_, n) => addFeed('harbour', n % 2 === 0 ? '/long' : '/zone'));
const attacked = Promise.all(attack);
const under: number[] = [];
for (let n = 0; n < 5; n++) under.push((await refresh('lakeside', good.id)).ms);
const slow = await attacked;
process.stdout.write(
  `alone ${alone.ms} ms; under attack ${Math.max(...under)} ms; attacker's longest request ${Math.max(...slow.map(({ ms }) => ms))} ms\n`,
);
for (const [team, { id }] of [['lakeside', good], ...slow.map((feed) => ['harbour', feed] as const)] as const)
  await ask(team, `mutation { icalFeedRemove(id: "${id}") { userErrors { message } } }`);
files.close();
