import type { SubgraphContext } from '#db/context.ts';
import type { Documents } from '#kit/registered-documents.ts';
import { bounded } from '#manifest/issues.ts';
import type { Issue, Manifest } from '#manifest/manifest.ts';
import { developerId } from '../../access.ts';
import { documentPath, readRegistry } from '../domain/documents.ts';

/** Documents to register, or all their issues. */
export type DocumentsReading =
  | { readonly documents: Documents; readonly issues: readonly [] }
  | { readonly documents: null; readonly issues: readonly Issue[] };

const TOO_MUCH: Issue = {
  path: 'documents',
  code: 'too_large',
  message: 'The documents take too long to check. Register fewer or simpler documents.',
};

/**
 * Reads the documents of a push and checks them against the schema of the version that the manifest pins.
 * Without a valid manifest, only their ids and sizes are checked.
 */
export async function readDocuments(
  ctx: SubgraphContext,
  given: unknown,
  manifest: Manifest | null,
): Promise<DocumentsReading> {
  const reading = readRegistry(given);
  if (!reading.documents) return { documents: null, issues: bounded(reading.issues) };
  const { documents } = reading;
  if (!manifest || Object.keys(documents).length === 0) return { documents, issues: [] };
  const { documentCheck } = ctx.services.apps;
  const found = await documentCheck.check(documents, manifest.webhookApiVersion, developerId(ctx));
  if (found === 'overrun') return { documents: null, issues: [TOO_MUCH] };
  if (found.length === 0) return { documents, issues: [] };
  const issues = found.map(
    ({ id, message }): Issue => ({ path: documentPath(id), code: 'invalid', message }),
  );
  return { documents: null, issues: bounded(issues) };
}
