import type { CodegenConfig } from '@graphql-codegen/cli';

// `npx graphql-codegen` types the documents in src/ against the version that src/platform.ts requests.
const config: CodegenConfig = {
  schema: 'node_modules/@platform/api-types/YYYY-MM.graphql',
  documents: ['src/**/*.ts', '!src/gql/**'],
  ignoreNoDocuments: true,
  generates: {
    'src/gql/': {
      preset: 'client',
      // Also writes persisted-documents.json, which [build] in app.toml can name.
      presetConfig: { persistedDocuments: true },
      config: {
        documentMode: 'string',
        enumsAsTypes: true,
        importExtension: '.ts',
        useTypeImports: true,
        scalars: { Date: 'string', DateTime: 'string', MinorUnits: 'number', JSON: 'unknown' },
      },
    },
  },
};

export default config;
