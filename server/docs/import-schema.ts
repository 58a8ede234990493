import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { CatalogFile } from '#subgraphs/catalog/index.ts';

/** Returns the JSON Schema for import and export files (docs/interface/import.md#files). */
export const importSchema = (): string => `${JSON.stringify(z.toJSONSchema(CatalogFile), null, 2)}\n`;

if (import.meta.main)
  await writeFile(new URL('../../docs/reference/import.schema.json', import.meta.url), importSchema());
