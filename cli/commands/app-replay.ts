import { deliver, localTarget, outcomeLine } from '../deliver.ts';
import { requireEnv } from '../env-file.ts';
import { EXIT, Failure } from '../failure.ts';
import { SECRET_NAMES } from '../secrets.ts';
import { signAfresh } from '../sign.ts';
import { err, print, remark } from '../terminal/output.ts';
import { appCommand, appSlug, sessionOf } from './command.ts';

const NAME = SECRET_NAMES.webhook_secret;

export const appReplay = () =>
  appCommand('replay')
    .argument('<event>', 'id of the event, as shown by platform logs')
    .option(
      '--to <url>',
      "where your app listens, with webhook_url's path unless given; defaults to http://localhost:3000",
    )
    .option('--env <path>', `file to read ${NAME} from for a new signature; defaults to the environment`)
    .description('send a past delivery to your own machine: the same body with a new signature')
    .action(async (event, options, command) => {
      const session = sessionOf(command);
      const slug = await appSlug(options);
      const team = await session.team();
      const to = await localTarget(options.to, options.config);
      const secret = await webhookSecret(options.env);
      const answer = await session.call('getDelivery', { slug, team, eventId: event });
      const past = answer.data;
      const sent = secret === undefined ? past : signAfresh(past, secret);
      const outcome = await deliver(sent, to);
      session.show(answer, () => print(outcomeLine(sent, outcome)));
      if (secret === undefined) remark(err.yellow(OLD_SIGNATURE));
      if (outcome.delivered) return;
      throw new Failure(EXIT.failed, `${to.href} refused it: ${outcome.status ?? outcome.error}.`);
    });

const OLD_SIGNATURE = `Sent with its original signature, which an app that checks the timestamp refuses after 5 minutes. For a new signature, give the secret with --env <path> or ${NAME}.`;

/** Returns the install's webhook secret; undefined if it isn't given. */
async function webhookSecret(envFile: string | undefined): Promise<string | undefined> {
  return envFile === undefined ? process.env[NAME]?.trim() || undefined : requireEnv(envFile, NAME);
}
