import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorObject, type Options, Ajv as PlainAjv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Judge, Outcome } from './judge.ts';

/** A folder with schemas that are published elsewhere and not copied here, verified by a digest. */
export interface SchemaFolder {
  /** Environment variable for the folder. */
  readonly variable: string;
  readonly files: readonly string[];
  /** SHA-256 over the files in this order. */
  readonly sha256: string;
  /** Adds the unavailable schemas, which exist only as a description. */
  readonly complete?: (schemas: readonly object[]) => readonly object[];
}

/** A server response, and its official schema. */
export interface Recorded {
  readonly name: string;
  readonly schema: string;
  readonly answer: unknown;
}

/** Shared parts of judges over recorded responses; `name` is for a folder with one schema without an `$id`. */
export const bySchemas = (folder: SchemaFolder, record: Recorder, name?: string) =>
  ({
    pace: 'nightly',
    checkout: folder.variable,
    missing: () => missingSchemas(folder),
    async run(server) {
      return held(validatorFor(folder, name), await record(server));
    },
  }) satisfies Partial<Judge>;

/** A validator with a folder's schemas. Throws if they don't match the exceptions. */
export function validatorFor(folder: SchemaFolder, name?: string): Ajv2020 {
  const schemas = readSchemas(folder);
  return validatorOf(folder.complete?.(schemas) ?? schemas, name);
}

type Recorder = (server: Parameters<Judge['run']>[0]) => Promise<readonly Recorded[]>;

/** Reason why the schemas can't be read; null if they can. */
function missingSchemas({ variable, files }: SchemaFolder): string | null {
  const folder = process.env[variable] ?? '';
  const absent = files.find((file) => !existsSync(join(folder, file)));
  return absent ? `${variable} lacks ${absent}` : null;
}

/** Reads the schemas. Throws if they don't match the exceptions. */
function readSchemas({ variable, files, sha256 }: SchemaFolder): readonly object[] {
  const texts = files.map((file) => readFileSync(join(process.env[variable] ?? '', file), 'utf8'));
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  const digest = hash.digest('hex');
  if (digest !== sha256)
    throw new Error(`The schemas in ${variable} have the digest ${digest}, not ${sha256}.`);
  return texts.map((text) => JSON.parse(text));
}

const OPTIONS: Options = { strict: false, allErrors: true, allowUnionTypes: true, verbose: true };

/** A validator with these schemas, each under its `$id` or the given name. */
function validatorOf(schemas: readonly object[], name?: string): Ajv2020 {
  const draft = (schemas[0] as { readonly $schema?: string } | undefined)?.$schema ?? '';
  // the same class except for its drafts
  const ajv = draft.includes('2020-12') ? new Ajv2020(OPTIONS) : (new PlainAjv(OPTIONS) as Ajv2020);
  addFormats.default(ajv);
  for (const schema of schemas) ajv.addSchema(schema, name);
  return ajv;
}

/** A pass for each valid response; otherwise every distinct violation, named by schema, place and rule. */
function held(ajv: Ajv2020, recorded: readonly Recorded[]): Outcome[] {
  const outcomes = new Map<string, Outcome>();
  for (const { name, schema, answer } of recorded) {
    const validate = ajv.getSchema(schema);
    if (!validate) throw new Error(`There is no schema ${schema}.`);
    if (validate(answer)) outcomes.set(name, { check: name, problem: null });
    for (const error of validate.errors ?? []) {
      const check = violation(schema, error);
      if (!outcomes.has(check))
        outcomes.set(check, { check, problem: `in ${name} at ${error.instancePath}` });
    }
  }
  return [...outcomes.values()];
}

/** An enum violation names the received value, so an exception covers only one value. */
function violation(schema: string, { instancePath, message, params, data }: ErrorObject): string {
  const place = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  const detail = params.additionalProperty ?? ('allowedValues' in params ? data : undefined);
  return `${schema.split('/').at(-1)} ${place || '/'} ${message}${detail === undefined ? '' : `: ${detail}`}`;
}
