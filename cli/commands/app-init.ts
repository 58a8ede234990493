import { basename, resolve } from 'node:path';
import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { missing } from '../failure.ts';
import { TEMPLATES, type Template, templateOf, writeTemplate } from '../template.ts';
import { ask, choose } from '../terminal/ask.ts';
import { out, print } from '../terminal/output.ts';
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
    .addOption(new Option('--distribution <distribution>').choices(['private', 'public']).default('private'))
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
      if (options.distribution === 'public' && options.slug === undefined) {
        throw missing('--slug <slug>', 'The slug, required for a public app');
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

/** Lists files that a person will read; vendored packages are combined on one line. */
const named = (files: readonly string[]) => [
  ...files.filter((file) => !isVendored(file)),
  ...(files.some(isVendored) ? ['vendor/'] : []),
];
