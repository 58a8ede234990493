import { basename, join, resolve } from 'node:path';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { slugFrom } from '../../packages/manifest/slug.ts';
import { DISTRIBUTIONS } from '../../packages/manifest/vocabulary.ts';
import { readEnv, writeEnv } from '../env-file.ts';
import { missing } from '../failure.ts';
import { neededNode } from '../node-version.ts';
import { API_URL_NAME } from '../session.ts';
import { TEMPLATES, type Template, templateOf, writeTemplate } from '../template.ts';
import { ask, choose } from '../terminal/ask.ts';
import { err, out, print, remark } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const appInit = () =>
  command('init')
    .argument('[folder]', 'where to write the app', '.')
    .option('--name <name>', 'name shown to hosts, at most 30 characters')
    .addOption(
      new Option('--template <template>', 'template to start from')
        .choices(TEMPLATES)
        .argParser(parseTemplate),
    )
    .addOption(
      new Option(
        '--distribution <distribution>',
        'private: for your own teams; public: for every host, after a review (default: private)',
      ).choices(DISTRIBUTIONS),
    )
    .option('--slug <slug>', 'slug of the app; if omitted, the first push of a private app creates one')
    .option('--force', 'overwrite existing files')
    .description('create an app from a template: app.toml and a working server')
    .action(async (folder, options, command) => {
      const session = sessionOf(command);
      const suggested = basename(resolve(folder));
      const name =
        options.name ??
        (session.interactive ? await ask('Name of the app', { initial: suggested }) : undefined);
      if (!name) throw missing('--name <name>', 'The name of the app');
      const template =
        options.template ?? (session.interactive ? await choose('Template', TEMPLATES) : 'remote');
      const distribution =
        options.distribution ??
        (session.interactive ? await choose('Distribution', DISTRIBUTIONS, EXPLAINED) : 'private');
      const slug =
        options.slug ??
        (distribution === 'public' && session.interactive
          ? await ask('Slug', { initial: slugFrom(name) })
          : undefined);
      if (distribution === 'public' && slug === undefined) {
        throw missing('--slug <slug>', 'The slug, which a public app needs,');
      }
      const { force = false } = options;
      const files = await writeTemplate({ template, folder, force, name, distribution, slug });
      const env = join(folder, '.env');
      const apiUrl = await session.apiUrl();
      const isWritten = (await readEnv(env, API_URL_NAME)) === undefined;
      if (isWritten) await writeEnv(env, { [API_URL_NAME]: apiUrl });

      if (session.json) return print(JSON.stringify({ template, folder: resolve(folder), files }));
      for (const file of named(files)) print(`${out.green('wrote')}  ${file}`);
      if (isWritten) print(`${out.green('wrote')}  .env, with ${API_URL_NAME}=${apiUrl}`);
      print(`\nThe app is ${distribution}: ${EXPLAINED[distribution]}.`);
      print('The distribution is permanent from the first push on; until then, change it in app.toml.');
      const needed = await neededNode(folder);
      if (needed !== null) remark(err.yellow(tooOld(template, needed)));
      const steps = [
        ...(folder === '.' ? [] : [`cd ${folder}`]),
        ...(files.some(isVendored) ? ['npm install'] : []),
        // Releasing a public app submits it for review.
        distribution === 'public' ? 'platform push --env .env' : 'platform push --release --env .env',
        'platform install --dev --env .env',
      ];
      print(`\nNext: ${steps.join(' && ')}`);
      if (distribution === 'public') print('When it works, submit it for review: platform push --release');
    });

const EXPLAINED = {
  private: "only your account's own teams can install it, without a review",
  public:
    'every host can install it once an operator has approved it; you can try it on your own teams before',
} as const satisfies Readonly<Record<(typeof DISTRIBUTIONS)[number], string>>;

const tooOld = (template: Template, needed: string) =>
  `The ${template} template needs Node ${needed} or later, and this is Node ${process.versions.node}. Install a newer one from https://nodejs.org/download.`;

function parseTemplate(name: string): Template {
  const template = templateOf(name);
  if (template === undefined) throw new InvalidArgumentError(`Allowed choices are ${TEMPLATES.join(', ')}.`);
  return template;
}

const isVendored = (file: string) => file.startsWith('vendor/');

/** Lists files that a person will read; vendored packages are combined on one line. */
const named = (files: readonly string[]) => [
  ...files.filter((file) => !isVendored(file)),
  ...(files.some(isVendored) ? ['vendor/'] : []),
];
