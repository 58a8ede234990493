import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

// Setup before every file: expands the message macros in the panel's modules, which a bundler does for the browser.

const PANEL = new URL('../../panel/', import.meta.url).href;
const require = createRequire(import.meta.url);

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(PANEL) || !url.endsWith('.ts')) return next(url, context);
    const file = fileURLToPath(url);
    const source = readFileSync(file, 'utf8');
    if (!source.includes('/macro')) return next(url, context);
    // Loaded on demand, because most files need no Babel.
    const { expandMacros } = require('../../panel/macros.js');
    const code = stripTypeScriptTypes(expandMacros(source, file)?.code ?? source);
    return { format: 'module', source: code, shortCircuit: true };
  },
});
