import './compile-cache.js';

const { currentBundle } = await import('./bundle/current-bundle.ts');
const bundle = currentBundle();
if (bundle) process.setSourceMapsEnabled(true); // errors name the sources
await import(bundle ?? './main.ts');
