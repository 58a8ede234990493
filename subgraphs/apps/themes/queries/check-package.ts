import type { SubgraphContext } from '#db/context.ts';
import { badInput } from '#kit/errors.ts';
import type { ThemeIssue } from '#theme/check.ts';
import { developerId } from '../../access.ts';
import type { PackageAnswer } from '../outside/check-thread.ts';

/** Checks a package, given as a zip in Base64. */
export function checkPackage(ctx: SubgraphContext, zip: string): Promise<PackageAnswer> {
  const accountId = developerId(ctx);
  const bytes = Buffer.from(zip, 'base64');
  if (bytes.length === 0) throw badInput('The body is empty: send the theme as a zip.');
  return ctx.services.apps.themeChecks.check(bytes, accountId);
}

/** Returns a package's issues; empty if it can be pushed. */
export async function findThemeIssues(ctx: SubgraphContext, zip: string): Promise<readonly ThemeIssue[]> {
  const answer = await checkPackage(ctx, zip);
  return answer.theme === null ? answer.issues : [];
}
