import { basename, resolve } from 'node:path';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { missing } from '../failure.ts';
import { TEMPLATES, type Template, templateOf, writeTemplate } from '../template.ts';
import { ask, choose } from '../terminal/ask.ts';
import { out, print } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

export const appInit = () =>
  command('init')
    .argument('[folder]', 'where to write it', '.')
    .option('--name <name>', 'name that hosts see, at most 30 characters')
    .addOption(
      new Option('--template <template>', 'what to start from').choices(TEMPLATES).argParser(parseTemplate),
    )
    .addOption(new Option('--distribution <distribution>').choices(['private', 'public']).default('private'))
    .option('--slug <slug>', 'slug of the app; without it the first push of a private app makes one')
    .option('--force', 'write over files that are there')
    .description('start an app from a template: app.toml and a server that runs')
    .action(async (folder, options, command) => {
      const session = sessionOf(command);
      const suggested = basename(resolve(folder));
      const name =
        options.name ??
        (session.interactive ? await ask('Name of the app', { initial: suggested }) : undefined);
      if (!name) throw missing('--name <name>', 'The name of the app');
      if (options.distribution === 'public' && options.slug === undefined) {
        throw missing('--slug <slug>', 'The slug that a public app needs');
      }
      const template =
        options.template ?? (session.interactive ? await choose('Template', TEMPLATES) : 'remote');
      const { distribution, slug, force = false } = options;
      const files = await writeTemplate({ template, folder, force, name, distribution, slug });

      if (session.json) return print(JSON.stringify({ template, folder: resolve(folder), files }));
      for (const file of named(files)) print(`${out.green('wrote')}  ${file}`);
      const steps = [
        ...(folder === '.' ? [] : [`cd ${folder}`]),
        ...(files.some(isVendored) ? ['npm install'] : []),
        'platform push --release --env .env',
        'platform install --dev --env .env',
      ];
      print(`\nNext: ${steps.join(' && ')}`);
    });

function parseTemplate(name: string): Template {
  const template = templateOf(name);
  if (template === undefined) throw new InvalidArgumentError(`Allowed choices are ${TEMPLATES.join(', ')}.`);
  return template;
}

const isVendored = (file: string) => file.startsWith('vendor/');

/** Lists files that a person will read; vendored packages share one line. */
const named = (files: readonly string[]) => [
  ...files.filter((file) => !isVendored(file)),
  ...(files.some(isVendored) ? ['vendor/'] : []),
];
