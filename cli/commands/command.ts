import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { EXIT, Failure } from '../failure.ts';
import { findAppToml } from '../manifest/app-toml.ts';
import { type Options, Session } from '../session.ts';

/** A command of `platform`; main.ts adds the options that all of them take. */
export function command<const Name extends string>(name: Name) {
  return new Command(name);
}

/** A command about one app, which is named by argument, by --app or by the app.toml in this folder. */
export function appCommand<const Name extends string>(name: Name) {
  return command(name)
    .option('--app <slug>', 'the app; without it the slug in app.toml')
    .option('--config <path>', 'where app.toml is', 'app.toml');
}

/** The run this command belongs to. */
export function sessionOf(command: CommandUnknownOpts): Session {
  let root = command;
  while (root.parent) root = root.parent;
  // The options are declared on the root, in main.ts, where this type comes from.
  return new Session(root.opts() as Options);
}

/** The slug of the app that a command is about. */
export async function appSlug(
  options: { app?: string | undefined; config: string },
  named?: string,
): Promise<string> {
  const given = named ?? options.app;
  if (given) return given;
  const slug = (await findAppToml(options.config))?.table.slug;
  if (typeof slug === 'string' && slug !== '') return slug;
  throw new Failure(
    EXIT.usage,
    `The app is missing: give --app <slug>, or run where ${options.config} has a slug.`,
  );
}
