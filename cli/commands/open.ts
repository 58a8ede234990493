import { Argument } from '@commander-js/extra-typings';
import { findAppToml } from '../manifest/app-toml.ts';
import { print } from '../terminal/output.ts';
import { command, sessionOf } from './command.ts';

const PLACES = ['panel', 'explorer', 'reference'] as const;

export const open = () =>
  command('open')
    .addArgument(
      new Argument('[place]', 'panel: your app in the host panel').choices(PLACES).default('panel' as const),
    )
    .option('--config <path>', 'path of app.toml', 'app.toml')
    .description('open your app in the host panel, the GraphQL explorer or the API reference')
    .action(async (place, options, command) => {
      const session = sessionOf(command);
      const url = new URL(await pathOf(place, options.config), await session.apiUrl()).href;
      print(session.json ? JSON.stringify({ url }) : url);
      if (!session.interactive || !process.stdout.isTTY) return;
      const { default: openInBrowser } = await import('open');
      await openInBrowser(url);
    });

async function pathOf(place: (typeof PLACES)[number], config: string): Promise<string> {
  if (place === 'explorer') return '/developer/explorer';
  if (place === 'reference') return '/api/dev/openapi.json';
  const slug = (await findAppToml(config))?.table.slug;
  return typeof slug === 'string' ? `/panel/apps/${encodeURIComponent(slug)}` : '/panel';
}
