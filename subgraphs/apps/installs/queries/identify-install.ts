import { sql } from 'kysely';
import type { SubgraphContext } from '#db/context.ts';
import { statements } from '#db/transaction.ts';
import type { AppType } from '#manifest/vocabulary.ts';
import { effectiveScopes } from '../domain/grants.ts';
import { RUNNING_VERSION } from '../store/running-version.ts';

/** The install a runtime token belongs to. */
export interface InstallIdentity {
  readonly installId: number;
  readonly appId: number;
  readonly appSlug: string;
  readonly teamId: number;
  readonly scopes: readonly string[];
  readonly capabilities: readonly string[];
  readonly frozen: boolean;
  /** Id of the version that it runs; null if that version registered no documents. */
  readonly documentsVersion: number | null;
}

/**
 * Returns a runtime token's install by the token's SHA-256; null if unknown, revoked or uninstalled. Looking
 * up a hash reveals nothing through timing: an attacker would have to invert SHA-256.
 */
export async function identifyInstall(
  ctx: SubgraphContext,
  tokenHash: string,
): Promise<InstallIdentity | null> {
  const { rows } = await sql<InstallIdentity & { readonly type: AppType }>`
    SELECT i.id AS "installId", i.app_id AS "appId", a.slug AS "appSlug", i.team_id AS "teamId", a.type,
      to_jsonb(i.scopes) AS scopes, to_jsonb(i.capabilities) AS capabilities,
      i.frozen_at IS NOT NULL AS frozen,
      (SELECT v.id FROM apps.app_versions v WHERE v.id = ${RUNNING_VERSION} AND v.documents IS NOT NULL)
        AS "documentsVersion"
    FROM apps.runtime_tokens r
    JOIN apps.installs i ON i.id = r.install_id
    JOIN apps.apps a ON a.id = i.app_id
    WHERE r.token_hash = ${tokenHash} AND r.revoked_at IS NULL AND i.is_active`.execute(statements(ctx));
  const [row] = rows;
  return row ? { ...row, scopes: effectiveScopes(row.type, row.scopes) } : null;
}
