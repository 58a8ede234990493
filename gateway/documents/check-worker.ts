import { buildSchema, type GraphQLSchema } from 'graphql';
import type { DocumentIssue, Documents } from '#kit/registered-documents.ts';
import { serveThread } from '#kit/thread-work.ts';
import { apiSdl } from '#schema/sdl.ts';
import { documentIssue } from './check-document.ts';

/** Documents to check against a version's schema. */
export interface DocumentJob {
  readonly documents: Documents;
  readonly apiVersion: string;
}

const schemas = new Map<string, GraphQLSchema>();

function schemaOf(apiVersion: string): GraphQLSchema {
  const schema = schemas.get(apiVersion) ?? buildSchema(apiSdl(apiVersion), { assumeValidSDL: true });
  schemas.set(apiVersion, schema);
  return schema;
}

serveThread<DocumentJob, readonly DocumentIssue[]>(({ documents, apiVersion }) =>
  Object.entries(documents).flatMap(([id, text]) => {
    const message = documentIssue(schemaOf(apiVersion), id, text);
    return message === null ? [] : [{ id, message }];
  }),
);
