import { systemClock } from '#kit/clock.ts';
import { platformOrigin } from '#kit/platform-origin.ts';
import { openRecovery } from '#subgraphs/apps/index.ts';
import { ProgramRefusal, runOnDatabase } from './with-database.ts';

// `npm run operator -- <email>`: prints a link that recovers an operator's account, whether the server is
// running or not (docs/guides/production.md#a-locked-out-operator).

const [email, ...others] = process.argv.slice(2);

if (email === undefined || others.length > 0) {
  process.stderr.write("npm run operator -- <email>: pass the address of the operator's account.\n");
  process.exitCode = 2;
} else {
  await runOnDatabase(async (config, db) => {
    const { path, email: address, userErrors } = await openRecovery({ db, clock: systemClock }, email);
    if (path === undefined) throw new ProgramRefusal(userErrors.map(({ message }) => message).join('\n'));
    const link = new URL(path, platformOrigin({ config })).href;
    return [
      'Open this link within 30 minutes to choose a new password. It works once and removes all second factors.',
      link,
      `Check that ${address} is your address: anyone who reads its email can reset the password again.`,
      "If it isn't yours, sign in and change it at /account/security immediately.",
    ].join('\n');
  });
}
