import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { EXIT, Failure } from '../failure.ts';
import { findAppToml } from '../manifest/app-toml.ts';
import { type Options, Session } from '../session.ts';

/** Creates a `platform` command; main.ts adds the options common to all commands. */
export function command<const Name extends string>(name: Name) {
  return new Command(name);
}

/** Creates a command about one app, identified by an argument, by --app or by the app.toml in this folder. */
export function appCommand<const Name extends string>(name: Name) {
  return command(name)
    .option('--app <slug>', 'the app; defaults to the slug in app.toml')
    .option('--config <path>', 'path of app.toml', 'app.toml');
}

/** Returns the command's session. */
export function sessionOf(command: CommandUnknownOpts): Session {
  let root = command;
  while (root.parent) root = root.parent;
  // main.ts declares these options on the root; `Options` describes their values.
  return new Session(root.opts() as Options);
}

/** Returns the slug of the command's app. */
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
    `The app is missing. Give --app <slug>, or run this where ${options.config} has a slug.`,
  );
}
