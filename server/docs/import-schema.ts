import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { CatalogFile } from '#subgraphs/catalog/index.ts';

/** The JSON Schema of the files of imports and exports (docs/interface/import.md#files). */
export const importSchema = (): string => `${JSON.stringify(z.toJSONSchema(CatalogFile), null, 2)}\n`;

if (import.meta.main)
  await writeFile(new URL('../../docs/reference/import.schema.json', import.meta.url), importSchema());
