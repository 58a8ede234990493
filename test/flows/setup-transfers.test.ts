import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, type Developer, newDeveloper } from '../support/developer.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { eventually } from '../support/task-world.ts';
import { checkFile, exportCatalog, importFile, seeImport, startApplying } from '../support/transfers.ts';

// docs/interface/import.md#messages-and-task-rules: a team's templates and rules in its files.

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ SWEEP_INTERVAL: 'PT0.2S' });
});
afterAll(() => platform.close());

let opened = 0;
/** Creates a team whose storefront sells nothing. */
async function newHost(): Promise<Developer> {
  const developer = await newDeveloper(platform);
  const slug = `setup-${++opened}`;
  await ask(
    platform,
    developer.host,
    `mutation { storefrontCreate(input: { name: "${slug}", slug: "${slug}" }) { storefront { id } } }`,
  );
  return developer;
}

const PLAN = { externalId: 'flex', title: 'Flexible', isDefault: true };
const ROOM = { externalId: 'lake', name: 'Lake room', units: 2, baseRate: 12_000, maxGuests: 2 };
const PROPERTIES = [
  {
    externalId: 'seehof',
    name: 'Seehof',
    currency: 'EUR',
    timeZone: 'Europe/Zurich',
    unitTypes: [{ ...ROOM, ratePlans: [PLAN] }],
  },
  {
    externalId: 'alm',
    name: 'Alm',
    currency: 'EUR',
    timeZone: 'Europe/Zurich',
    unitTypes: [ROOM],
  },
];
const TEMPLATE = {
  name: 'Welcome',
  texts: [
    { locale: 'en', subject: 'Hello {{guest.firstName}}', body: 'See you on {{stay.checkIn}}.' },
    { locale: 'de', subject: 'Hallo {{guest.firstName}}', body: 'Bis zum {{stay.checkIn}}.' },
  ],
};
const RULES = [
  {
    name: 'Before arrival',
    template: 'Welcome',
    trigger: 'before_check_in',
    days: 3,
    at: '09:00',
    filters: {
      properties: ['alm', 'seehof'],
      ratePlans: [
        { property: 'seehof', unitType: 'lake', ratePlan: 'flex' },
        { property: 'alm', unitType: 'lake' },
      ],
      sources: ['agent', 'direct'],
      minNights: 2,
      maxNights: 14,
    },
    channel: 'email',
    active: false,
  },
  { name: 'Booked', template: 'Welcome', trigger: 'booked', channel: 'conversation' },
];
const TASK_RULES = [
  {
    externalId: 'linen',
    taskType: 'cleaning',
    trigger: 'in_house',
    everyNights: 3,
    checklist: ['Change the linen', 'Bring towels'],
    properties: ['seehof'],
  },
  { externalId: 'boiler', taskType: 'cleaning', trigger: 'date', date: '2031-05-01', enabled: false },
];

const fileOf = (sections: object) =>
  JSON.stringify({ format: 'platform_catalog', version: 1, properties: PROPERTIES, ...sections }, null, 2);
const COMPLETE = { messageTemplates: [TEMPLATE], messageRules: RULES, taskRules: TASK_RULES };

const SETUP = `{ messageTemplates { id name texts { locale subject body } }
  messageRules { id name trigger filters { propertyIds ratePlanIds } active }
  taskRules { id externalId trigger checklist { text } propertyIds enabled } }`;
interface Setup {
  readonly messageTemplates: readonly { readonly id: string; readonly name: string }[];
  readonly messageRules: readonly { readonly id: string; readonly name: string }[];
  readonly taskRules: readonly { readonly id: string; readonly externalId: string | null }[];
}
const setupOf = ({ host }: Pick<Developer, 'host'>) => ask<Setup>(platform, host, SETUP);

/** Opens a second storefront, as a sandbox; returns its id. */
async function openSandbox({ host }: Developer): Promise<string> {
  const slug = `setup-${++opened}`;
  const { storefrontCreate } = await ask<{ storefrontCreate: { storefront: { id: string } } }>(
    platform,
    host,
    `mutation { storefrontCreate(input: { name: "Trial", slug: "${slug}" }) { storefront { id } } }`,
  );
  const { id } = storefrontCreate.storefront;
  await platform.database.query('UPDATE catalog.storefront SET sandbox = true WHERE id = $1', [id]);
  return id;
}

const setTemplate = ({ host }: Pick<Developer, 'host'>, name: string, body: string) =>
  ask(
    platform,
    host,
    'mutation ($input: MessageTemplateSetInput!) { messageTemplateSet(input: $input) { userErrors { message } } }',
    { input: { name, texts: [{ locale: 'en', subject: 'Hi', body }] } },
  );

describe("a file's messages and task rules", () => {
  test("an export of a team's setup is unchanged after an import into an empty team", async () => {
    const [first, second] = [await newHost(), await newHost()];
    const done = await importFile(platform, first, fileOf(COMPLETE));
    expect(done).toMatchObject({ status: 'done', counts: { error: 0 } });
    const file = await exportCatalog(platform, first);
    const { messageTemplates, messageRules, taskRules } = JSON.parse(file);
    expect({ messageTemplates, messageRules, taskRules }).toEqual(COMPLETE);
    expect(await importFile(platform, second, file)).toMatchObject({ status: 'done' });
    expect(await exportCatalog(platform, second)).toBe(file);
    for (const host of [first, second]) {
      const { counts } = await checkFile(platform, host, file);
      expect(counts).toMatchObject({ create: 0, update: 0, error: 0 });
    }
  });

  test('importing a file with the same names changes them and adds nothing', async () => {
    const host = await newHost();
    await importFile(platform, host, fileOf(COMPLETE));
    const before = await setupOf(host);
    const [english, german] = TEMPLATE.texts;
    const [linen, boiler] = TASK_RULES;
    const changed = fileOf({
      messageTemplates: [{ name: 'Welcome', texts: [{ ...english, body: 'Welcome!' }, german] }],
      messageRules: [{ ...RULES[1], channel: 'email' }, RULES[0]],
      taskRules: [boiler, { ...linen, everyNights: 2 }],
    });
    const checked = await checkFile(platform, host, changed);
    const rows = checked.rows.nodes.filter(({ kind }) => /message|task/.test(kind));
    expect(rows.map(({ kind, externalId, action }) => [kind, externalId, action])).toEqual([
      ['message_template', 'Welcome', 'update'],
      ['message_rule', 'Booked', 'update'],
      ['message_rule', 'Before arrival', 'same'],
      ['task_rule', 'boiler', 'same'],
      ['task_rule', 'linen', 'update'],
    ]);
    expect(await setupOf(host)).toEqual(before);
    await importFile(platform, host, changed);
    const after = await setupOf(host);
    const idsOf = (setup: Setup) =>
      Object.values(setup).map((all) => all.map(({ id }: { id: string }) => id));
    expect(idsOf(after)).toEqual(idsOf(before));
    expect(after.messageTemplates).toMatchObject([{ texts: [{ body: 'Welcome!' }, german] }]);
  });

  test('a rule that names a missing template, property or rate plan is refused with its line, field and fix', async () => {
    const host = await newHost();
    const [timed] = RULES;
    const file = fileOf({
      messageTemplates: [TEMPLATE],
      messageRules: [
        {
          ...timed,
          template: 'Goodbye',
          filters: {
            properties: ['alm', 'gone'],
            ratePlans: [{ property: 'alm', unitType: 'lake', ratePlan: 'flex' }],
          },
        },
      ],
      taskRules: [
        { ...TASK_RULES[0], properties: ['gone'] },
        { ...TASK_RULES[1], taskType: 'other-app/window' },
      ],
    });
    const checked = await checkFile(platform, host, file);
    const wrong = checked.rows.nodes.filter(({ action }) => action === 'error');
    const lineOf = (text: string) => file.slice(0, file.indexOf(text)).split('\n').length - 1;
    expect(wrong.map(({ line, path, error }) => [line, path, error?.field, error?.code])).toEqual([
      [lineOf('"name": "Before arrival"'), 'messageRules[0]', 'template', 'NOT_FOUND'],
      [lineOf('"name": "Before arrival"'), 'messageRules[0]', 'filters.properties.1', 'NOT_FOUND'],
      [lineOf('"name": "Before arrival"'), 'messageRules[0]', 'filters.ratePlans.0', 'NOT_FOUND'],
      [lineOf('"externalId": "linen"'), 'taskRules[0]', 'properties.0', 'NOT_FOUND'],
      [lineOf('"externalId": "boiler"'), 'taskRules[1]', 'taskType', 'NOT_FOUND'],
    ]);
    expect(wrong.map(({ error }) => error?.message)).toEqual([
      'There is no template “Goodbye” in the file or the team. Add it to `messageTemplates`, or correct the name.',
      "There is no property “gone” in the file or on the team's open storefronts. Add it to `properties`, or remove it from the rule.",
      "There is no rate plan “alm / lake / flex” in the file or on the team's open storefronts. Add it to its unit type, or remove it from the rule.",
      "There is no property “gone” in the file or on the team's open storefronts. Add it to `properties`, or remove it from the rule.",
      'There is no task type "other-app/window". Install the app that adds it, or remove the rule.',
    ]);
  });

  test("a file's errors in templates and rules are those that the panel shows", async () => {
    const file = fileOf({
      messageTemplates: [
        TEMPLATE,
        { ...TEMPLATE, name: ' Welcome' },
        { name: 'Bad', texts: [{ locale: 'en', subject: 'Hi', body: '{{guest.shoeSize}}' }], extra: 1 },
        { name: 'Worse', texts: [{ locale: 'en', subject: 'Hi', body: '{{guest.shoeSize}}' }] },
      ],
      messageRules: [{ name: 'Late', template: 'Welcome', trigger: 'check_in_day', channel: 'email' }],
      taskRules: [{ externalId: 'x', taskType: 'cleaning', trigger: 'in_house' }],
    });
    const checked = await checkFile(platform, await newHost(), file);
    const wrong = checked.rows.nodes.filter(({ action }) => action === 'error');
    expect(wrong.map(({ path, error }) => [path, error?.field, error?.code])).toEqual([
      ['messageTemplates[1]', 'name', 'DUPLICATE'],
      ['messageTemplates[2]', null, 'UNKNOWN_FIELD'],
      ['messageTemplates[3]', 'texts.0.body', 'UNKNOWN_VARIABLE'],
      ['messageRules[0]', 'at', 'INVALID'],
      ['taskRules[0]', 'everyNights', 'INVALID'],
    ]);
  });

  test.each([
    ['messageTemplates', 101],
    ['messageRules', 101],
    ['taskRules', 51],
  ])('a file with too many %s is refused as a whole', async (section, count) => {
    const file = fileOf({ [section]: Array.from({ length: count }, () => ({})) });
    const checked = await checkFile(platform, await newHost(), file);
    expect(checked).toMatchObject({ status: 'failed', problem: expect.stringContaining(`\`${section}\``) });
  });

  test("a team that would exceed its number of templates gets none of the file's", async () => {
    const host = await newHost();
    const many = Array.from({ length: 100 }, (_, n) => ({ ...TEMPLATE, name: `Text ${n}` }));
    await importFile(platform, host, fileOf({ messageTemplates: many.slice(0, 99) }));
    const both = fileOf({
      messageTemplates: [
        { ...TEMPLATE, name: 'One' },
        { ...TEMPLATE, name: 'Two' },
      ],
    });
    const checked = await checkFile(platform, host, both);
    const wrong = checked.rows.nodes.filter(({ action }) => action === 'error');
    expect(wrong).toMatchObject([{ externalId: 'One', error: { code: 'LIMIT_REACHED' } }]);
  });

  test('templates and rules are applied all or none when the team changed since the dry run', async () => {
    const host = await newHost();
    const many = Array.from({ length: 98 }, (_, n) => ({ ...TEMPLATE, name: `Text ${n}` }));
    await importFile(platform, host, fileOf({ messageTemplates: many }));
    const file = fileOf({ ...COMPLETE, messageTemplates: [TEMPLATE, { ...TEMPLATE, name: 'Other' }] });
    const checked = await checkFile(platform, host, file);
    expect(checked.counts.error).toBe(0);
    await setTemplate(host, 'Between', 'Added in the meantime.');
    expect(await startApplying(platform, host, checked.id)).toEqual([]);
    const applied = await eventually(
      () => seeImport(platform, host, checked.id),
      ({ status }) => status === 'done' || status === 'failed',
    );
    expect(applied).toMatchObject({ status: 'failed', counts: { error: 1 } });
    const setup = await setupOf(host);
    expect(setup.messageTemplates).toHaveLength(99);
    expect(setup.messageRules).toEqual([]);
    expect(setup.taskRules).toHaveLength(2);
  });

  test('templates with the same name are numbered in a file', async () => {
    const [first, second] = [await newHost(), await newHost()];
    await setTemplate(first, 'Hello', 'One');
    await setTemplate(first, 'Hello', 'Two');
    const file = await exportCatalog(platform, first);
    expect(JSON.parse(file).messageTemplates).toMatchObject([
      { name: 'Hello', texts: [{ body: 'One' }] },
      { name: 'Hello (2)', texts: [{ body: 'Two' }] },
    ]);
    expect((await checkFile(platform, first, file)).counts).toEqual({
      create: 0,
      update: 0,
      same: 2,
      error: 0,
    });
    await importFile(platform, second, file);
    expect(await exportCatalog(platform, second)).toBe(file);
  });

  test('a rule only for archived properties is left out of an export', async () => {
    const host = await newHost();
    await importFile(platform, host, fileOf(COMPLETE));
    const { properties } = await ask<{ properties: { nodes: readonly { id: string; name: string }[] } }>(
      platform,
      host.host,
      '{ properties(first: 10) { nodes { id name } } }',
    );
    const { id } = properties.nodes.find(({ name }) => name === 'Seehof') ?? { id: '' };
    await ask(
      platform,
      host.host,
      'mutation ($id: ID!) { propertyArchive(id: $id) { userErrors { message } } }',
      { id },
    );
    const { messageRules, taskRules } = JSON.parse(await exportCatalog(platform, host));
    expect(messageRules).toMatchObject([
      { name: 'Before arrival', filters: { properties: ['alm'], ratePlans: [{ property: 'alm' }] } },
      { name: 'Booked' },
    ]);
    expect(taskRules).toMatchObject([{ externalId: 'boiler' }]);
  });

  test("a sandbox's files leave the team's messages and task rules alone", async () => {
    const host = await newHost();
    await importFile(platform, host, fileOf(COMPLETE));
    const storefrontId = await openSandbox(host);
    const before = await setupOf(host);
    const changed = fileOf({ messageTemplates: [{ ...TEMPLATE, name: 'Trial' }] });
    const input = { kind: 'platform_json', storefrontId };
    const { status, rows } = await importFile(platform, host, changed, input);
    expect([status, rows.nodes.filter(({ kind }) => kind === 'message_template')]).toEqual(['done', []]);
    expect(await setupOf(host)).toEqual(before);
    const exported = JSON.parse(await exportCatalog(platform, host, storefrontId));
    expect(exported.messageTemplates).toBeUndefined();
  });

  test("an import's templates and rules are in the team's activity", async () => {
    const host = await newHost();
    await importFile(platform, host, fileOf(COMPLETE));
    const rows = await platform.database.query<{ kind: string; subject: string }>(
      `SELECT kind, subject FROM public.team_events WHERE kind LIKE 'message_%' OR kind LIKE 'task_rule%'
       ORDER BY id DESC LIMIT 5`,
    );
    expect(rows.map(({ kind, subject }) => `${kind} ${subject}`).sort()).toEqual([
      'message_rule.set Before arrival',
      'message_rule.set Booked',
      'message_template.set Welcome',
      'task_rule.set cleaning',
      'task_rule.set cleaning',
    ]);
  });
});
