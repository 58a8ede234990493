import type { Agent } from '../agent/connect.ts';
import { type Content, formatAmount, UCP_VERSION } from '../agent/content.ts';
import { EXIT, Failure, missing } from '../failure.ts';
import { isDevelopment } from '../manifest/check.ts';
import type { Session } from '../session.ts';
import { err, harmless, print, printFields, printTable, remark } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

declare const CLI_VERSION: string;

const ORIGIN = 'address of the storefront, for example http://lakeside.localhost:4000';

export const agent = () => {
  const group = command('agent').description(
    'search, book and cancel at a storefront over MCP, as an AI agent does',
  );
  group.addCommand(search());
  group.addCommand(book());
  group.addCommand(cancel());
  return group;
};

/** Adds the flags of a search. */
const searching = <const Name extends string>(name: Name) =>
  command(name)
    .argument('<origin>', ORIGIN)
    .option('--check-in <date>', 'check-in date, YYYY-MM-DD')
    .option('--check-out <date>', 'check-out date, YYYY-MM-DD')
    .option('--adults <count>', 'number of adults');

const search = () =>
  searching('search')
    .description('find available stays with search_catalog')
    .action(async (origin, options, command) => {
      const catalog = wantedStay(options);
      const { json } = sessionOf(command);
      await withAgent(sessionOf(command), origin, async ({ call }) => {
        const found = await call('search_catalog', { catalog });
        if (json) return print(JSON.stringify(found));
        printTable(
          ['STAY', 'TITLE', 'TOTAL', 'UNITS', 'GUESTS'],
          (found.products ?? []).map(({ id, title, display, available_units, max_guests }) => [
            id,
            title,
            display.total ?? display.price,
            String(available_units ?? '-'),
            String(max_guests ?? '-'),
          ]),
          'No stay is available for these dates and guests.',
        );
        printMessages(found);
      });
    });

const book = () =>
  searching('book')
    .argument('[stay]', 'id of a stay from search; without it, the first stay found for the dates')
    .option('--first-name <name>', "the guest's first name")
    .option('--last-name <name>', "the guest's last name")
    .option('--email <address>', "the guest's email address")
    .option('--open', 'leave the checkout open, for trying cancel')
    .description('book a stay with create_checkout and complete_checkout')
    .action(async (origin, stay, options, command) => {
      const { firstName, lastName, email } = options;
      if (firstName === undefined) throw missing('--first-name <name>', "The guest's first name");
      if (lastName === undefined) throw missing('--last-name <name>', "The guest's last name");
      if (email === undefined) throw missing('--email <address>', "The guest's email address");
      const catalog = stay === undefined ? wantedStay(options) : null;
      const { json } = sessionOf(command);
      await withAgent(sessionOf(command), origin, async ({ call }) => {
        const id = stay ?? firstOf(await call('search_catalog', { catalog }));
        const buyer = { first_name: firstName, last_name: lastName, email };
        const checkout = { line_items: [{ item: { id }, quantity: 1 }], buyer };
        const opened = await call('create_checkout', { checkout });
        const isReady = opened.status === 'ready_for_complete';
        if (isReady && options.open) {
          if (json) return print(JSON.stringify(opened));
          printSession(opened);
          return remark(`Cancel it: platform agent cancel ${origin} --checkout ${opened.id}`);
        }
        if (isReady) remark(`Completing the checkout ${opened.id}`);
        const ended = isReady ? await call('complete_checkout', { id: opened.id }) : opened;
        if (json) print(JSON.stringify(ended));
        else printSession(ended);
        if (ended.status === 'completed') return;
        throw new Failure(
          EXIT.failed,
          isReady
            ? `The storefront didn't complete the checkout ${opened.id}: its status is ${ended.status}.`
            : `The checkout ${opened.id} can't be completed by an agent.`,
          { hint: nextStep(origin, ended) },
        );
      });
    });

const cancel = () =>
  command('cancel')
    .argument('<origin>', ORIGIN)
    .option('--checkout <id>', 'id of an open checkout')
    .description('end an open checkout with cancel_checkout')
    .action(async (origin, { checkout: id }, command) => {
      if (id === undefined) throw missing('--checkout <id>', 'The checkout');
      const { json } = sessionOf(command);
      await withAgent(sessionOf(command), origin, async ({ call }) => {
        const ended = await call('cancel_checkout', { id });
        const wasCanceled = ended.status === 'canceled' && hasErrors(ended);
        if (json) print(JSON.stringify(ended));
        else printSession(wasCanceled ? { ...ended, messages: [] } : ended);
        if (wasCanceled) remark('The checkout had already been canceled.');
        if (ended.status !== 'canceled')
          throw new Failure(EXIT.failed, `The checkout is ${ended.status} and can't be canceled.`);
      });
    });

interface Wanted {
  readonly checkIn?: string | undefined;
  readonly checkOut?: string | undefined;
  readonly adults?: string | undefined;
}

/** Reads the search's flags. */
function wantedStay({ checkIn, checkOut, adults }: Wanted): object {
  if (checkIn === undefined) throw missing('--check-in <date>', 'The check-in date');
  if (checkOut === undefined) throw missing('--check-out <date>', 'The check-out date');
  for (const [flag, date] of [
    ['--check-in', checkIn],
    ['--check-out', checkOut],
  ] as const)
    if (!/^\d{4}-\d\d-\d\d$/.test(date))
      throw new Failure(EXIT.usage, `${flag} must be a date like 2027-01-31.`);
  if (adults === undefined) throw missing('--adults <count>', 'The number of adults');
  if (!/^[1-9]\d{0,2}$/.test(adults))
    throw new Failure(EXIT.usage, '--adults must be a whole number, at least 1.');
  return { check_in: checkIn, check_out: checkOut, adults: Number(adults) };
}

/**
 * Returns ways to continue an open checkout. A checkout that guests can't continue, such as one for an unknown item, has
 * no page.
 */
function nextStep(origin: string, { id, continue_url: page }: Content): string {
  const cancel = `platform agent cancel ${origin} --checkout ${id}`;
  return page === undefined ? `Cancel it: ${cancel}` : `The guest continues at ${page}, or: ${cancel}`;
}

function firstOf({ products = [] }: Content): string {
  const [first] = products;
  if (first === undefined) throw new Failure(EXIT.failed, 'No stay is available for these dates and guests.');
  return first.id;
}

/**
 * Runs `work` with a connected agent, then reports differences from UCP's official schemas and the agent's tokens, whether or
 * not `work` succeeded. Throws a Failure if a response deviates.
 */
async function withAgent(
  session: Session,
  origin: string,
  work: (agent: Agent) => Promise<void>,
): Promise<void> {
  if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol))
    throw new Failure(EXIT.usage, `The origin must be a storefront's http or https address, not ${origin}.`);
  const { connectAgent } = await import('../agent/connect.ts'); // loads the MCP SDK
  const agent = await connectAgent(origin, CLI_VERSION, await exampleOrigin(session));
  try {
    await work(agent);
  } finally {
    const { deviations, exceptions } = agent.differences();
    for (const deviation of deviations) remark(`${err.yellow('deviation')}  ${harmless(deviation)}`);
    for (const exception of exceptions) remark(err.dim(`exception  ${exception}`));
    remark(err.dim(agent.tokens()));
    await agent.close();
  }
  const { deviations } = agent.differences();
  if (deviations.length === 0) return;
  throw new Failure(EXIT.failed, `The responses deviate from the official schemas of UCP ${UCP_VERSION}.`);
}

/** Returns an example storefront address, on the same machine as the API. */
async function exampleOrigin(session: Session): Promise<string> {
  const url = new URL(await session.apiUrl());
  if (isDevelopment(url.href)) url.hostname = 'lakeside.localhost';
  else url.hostname = `lakeside.${url.hostname}`;
  return url.origin;
}

function printSession(session: Content): void {
  const { id, status, currency = 'EUR', line_items = [], totals = [], order, continue_url } = session;
  const total = totals.find(({ type }) => type === 'total');
  printFields({
    checkout: id,
    status,
    stay: line_items.map(({ item, quantity }) => `${quantity} × ${item.title}`).join(', '),
    total: total && formatAmount(total.amount, currency),
    booking: order?.id,
    payment: order?.payment_status,
    'held until': order?.hold_expires_at,
    'guest page': order?.permalink_url ?? continue_url,
  });
  printMessages(session);
}

const hasErrors = ({ messages = [] }: Content): boolean => messages.some(({ type }) => type === 'error');

function printMessages({ messages = [] }: Content): void {
  for (const { type, code, content } of messages) remark(`${type}  ${code}: ${harmless(content)}`);
}
