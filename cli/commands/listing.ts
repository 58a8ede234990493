import { Argument } from '@commander-js/extra-typings';
import { pullListing } from '../listing/pull-listing.ts';
import { pushListing } from '../listing/push-listing.ts';
import { out, print, printFields } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

export const listing = () =>
  appCommand('listing')
    .addArgument(
      new Argument('[action]', 'action').choices(['show', 'pull', 'push'] as const).default('show'),
    )
    .option('--file <path>', 'path of the listing', 'listing.toml')
    .option('--submit', 'with push: also submit the listing for review')
    .description("show, pull or push a public app's store listing: its texts and pictures")
    .action(async (action, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options);
      if (action === 'pull') return pullListing(session, slug, options.file);
      const answer =
        action === 'push'
          ? await pushListing(session, slug, options.file, options.submit ?? false)
          : await session.call('getListing', { slug });
      session.show(answer, () => {
        const { status, draft_status, listed, missing, rejection_reason, suspension_reason } = answer.data;
        printFields({
          slug,
          status,
          draft: draft_status ?? 'none',
          'in the store': listed ? 'yes' : 'no',
          ...(rejection_reason === null ? {} : { rejected: rejection_reason }),
          ...(suspension_reason === null ? {} : { suspended: suspension_reason }),
        });
        if (missing.length > 0) print(`\n${out.dim('Before it can be reviewed:')}`);
        for (const { field, message } of missing) print(`  ${field}: ${message}`);
      });
    });
